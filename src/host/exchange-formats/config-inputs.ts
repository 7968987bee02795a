import type { ConfigInput } from '#shared/config.ts';
import { arrayAt, type JsonObject, textAt } from '#shared/json.ts';

/** What a VS Code input asks for; an id that nothing describes is taken for a secret. */
export function readInput(id: string, input: JsonObject | undefined): ConfigInput {
  const description = textAt(input, 'description');
  const fallback = textAt(input, 'default');
  const common = {
    title: id,
    ...(description === undefined ? {} : { description: description.slice(0, 1000) }),
    ...(fallback === undefined ? {} : { default: fallback }),
    required: true,
  };
  switch (textAt(input, 'type')) {
    case 'pickString': {
      const options = arrayAt(input, 'options').map((option) => textAt(option, 'value') ?? option);
      const choices = options.filter((option) => typeof option === 'string');
      return { ...common, kind: 'choice', secret: false, choices };
    }
    case 'command': {
      const command = textAt(input, 'command') ?? 'one of its extensions';
      return {
        ...common,
        description: description ?? `VS Code gets this value from ${command.slice(0, 200)}. Enter it here.`,
        kind: 'text',
        secret: false,
      };
    }
    default:
      return { ...common, kind: 'text', secret: input === undefined || input.password === true };
  }
}

/** An input as VS Code writes it. What was answered is not part of it. */
export function writeInput(id: string, input: ConfigInput | undefined): JsonObject {
  const description = input?.description ?? input?.title ?? id;
  const choice = input?.kind === 'choice';
  return {
    type: choice ? 'pickString' : 'promptString',
    id,
    description,
    ...(choice ? { options: input.choices ?? [] } : {}),
    ...(typeof input?.default === 'string' && input.secret === false ? { default: input.default } : {}),
    ...(!choice && input?.secret !== false ? { password: true } : {}),
  };
}
