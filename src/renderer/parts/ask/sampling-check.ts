import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';

/** The tools a server offers with its request. */
export function offeredTools(params: JsonObject): JsonObject[] {
  return arrayAt(params, 'tools').filter(isObject);
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function mediaProblems(block: JsonObject, where: string): string[] {
  const { type } = block;
  const data = textAt(block, 'data') ?? '';
  const mime = textAt(block, 'mimeType') ?? '';
  const what = type === 'image' ? 'image' : 'sound';
  return [
    ...(data === '' ? [`${where}: choose a file, the ${what} has no data.`] : []),
    ...(data !== '' && !(BASE64.test(data) && data.length % 4 === 0)
      ? [`${where}: the data of the ${what} are not base64.`]
      : []),
    ...(mime === ''
      ? [`${where}: the ${what} has no type, such as ${type === 'image' ? 'image/png' : 'audio/wav'}.`]
      : []),
  ];
}

function toolProblems(block: JsonObject, where: string, tools: readonly JsonObject[]): string[] {
  const name = textAt(block, 'name') ?? '';
  return [
    ...(textAt(block, 'id') ? [] : [`${where}: a tool use needs an id.`]),
    ...(name === '' ? [`${where}: choose the tool.`] : []),
    ...(name !== '' && !tools.some((tool) => tool.name === name)
      ? [`${where}: the server offers no tool "${name}".`]
      : []),
    ...(isObject(block.input) ? [] : [`${where}: the arguments of the tool are an object.`]),
  ];
}

function blockProblems(block: unknown, where: string, tools: readonly JsonObject[]): string[] {
  if (!isObject(block)) return [`${where} is no object.`];
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') return [`${where}: a text block has a text.`];
      return block.text.trim() === '' ? [`${where}: the text is empty.`] : [];
    case 'image':
    case 'audio':
      return mediaProblems(block, where);
    case 'tool_use':
      return toolProblems(block, where, tools);
    default:
      return [`${where}: a reply has no blocks of type ${JSON.stringify(block.type) ?? 'none'}.`];
  }
}

function choiceProblems(blocks: readonly unknown[], params: JsonObject, stopReason: unknown): string[] {
  const uses = blocks.filter((block) => isObject(block) && block.type === 'tool_use');
  const mode = textAt(objectAt(params, 'toolChoice'), 'mode');
  const ids = new Set(uses.map((use) => textAt(use, 'id')));
  return [
    ...(mode === 'required' && uses.length === 0
      ? ['The tool choice is required: a model would have to use a tool.']
      : []),
    ...(mode === 'none' && uses.length > 0 ? ['The tool choice is none: a model would not use a tool.'] : []),
    ...(uses.length > 0 && stopReason !== undefined && stopReason !== 'toolUse'
      ? ['A reply that uses a tool ends with the stop reason toolUse.']
      : []),
    ...(uses.length === 0 && stopReason === 'toolUse'
      ? ['The stop reason is toolUse, and the reply uses no tool.']
      : []),
    ...(ids.size < uses.length ? ['Two tool uses have the same id.'] : []),
  ];
}

/** What is wrong with a result of `sampling/createMessage`, sentences (SAMP-10, SAMP-12). */
export function resultProblems(result: JsonObject, params: JsonObject): string[] {
  const { content, model, role, stopReason } = result;
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [content];
  const tools = offeredTools(params);
  const where = (at: number) => (blocks.length === 1 ? 'content' : `content ${at + 1}`);
  return [
    ...(role === 'assistant' ? [] : ['The role of a reply is assistant.']),
    ...(blocks.length === 0 ? ['The reply has no content.'] : []),
    ...blocks.flatMap((block, at) => blockProblems(block, where(at), tools)),
    ...(typeof model === 'string' && model !== '' ? [] : ['The name of the model is missing.']),
    ...choiceProblems(blocks, params, stopReason),
  ];
}
