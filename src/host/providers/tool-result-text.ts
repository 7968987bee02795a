import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';

/** A tool's result as text, which is all that a provider takes there, and its images and audio. */
export function toolResultText(block: JsonObject): { text: string; media: JsonObject[] } {
  const texts: string[] = [];
  const media: JsonObject[] = [];
  for (const item of arrayAt(block, 'content').filter(isObject)) {
    if (item.type === 'text') texts.push(textAt(item, 'text') ?? '');
    else if (item.type === 'image' || item.type === 'audio') media.push(item);
    else texts.push(JSON.stringify(item));
  }
  const structured = objectAt(block, 'structuredContent');
  if (texts.length === 0 && structured) texts.push(JSON.stringify(structured));
  if (media.length > 0) texts.push('The image or audio of this result follows in the next message.');
  const text = texts.join('\n');
  return { text: block.isError === true ? `Error: ${text}` : text, media };
}
