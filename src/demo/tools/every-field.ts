import { type InputRequest, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';

type FormSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

/** Every kind of field a form may have, with its limits and defaults (form mode of `elicitation/create`). */
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'First name or nickname', minLength: 2, maxLength: 40 },
    email: { type: 'string', title: 'Email', format: 'email' },
    website: { type: 'string', title: 'Website', format: 'uri', default: 'https://example.com/ada' },
    birthday: { type: 'string', title: 'Birthday', format: 'date', default: '1990-12-10' },
    call_at: { type: 'string', title: 'Call me at', format: 'date-time', default: '2026-12-01T09:30:00Z' },
    guests: { type: 'integer', title: 'Guests', description: 'With yourself', minimum: 1, maximum: 12, default: 2 },
    height: { type: 'number', title: 'Height', description: 'In metres', minimum: 0.3, maximum: 2.8, default: 1.68 },
    newsletter: { type: 'boolean', title: 'Newsletter', description: 'One letter a month', default: true },
    size: { type: 'string', title: 'Size', enum: ['small', 'medium', 'large'], default: 'medium' },
    colour: {
      type: 'string',
      title: 'Colour',
      description: 'Titles are shown, values are sent',
      oneOf: [
        { const: '#0a6072', title: 'Petrol' },
        { const: '#b7791f', title: 'Amber' },
        { const: '#6b46c1', title: 'Violet' },
      ],
      default: '#0a6072',
    },
    country: {
      type: 'string',
      title: 'Country',
      description: 'The older way to give titles',
      enum: ['ch', 'no', 'pt'],
      enumNames: ['Switzerland', 'Norway', 'Portugal'],
      default: 'no',
    },
    toppings: {
      type: 'array',
      title: 'Toppings',
      description: 'One or two',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: ['basil', 'olives', 'capers', 'rocket'] },
      default: ['basil'],
    },
    languages: {
      type: 'array',
      title: 'Languages',
      description: 'Up to three',
      maxItems: 3,
      items: {
        anyOf: [
          { const: 'de', title: 'German' },
          { const: 'en', title: 'English' },
          { const: 'fr', title: 'French' },
          { const: 'pt', title: 'Portuguese' },
        ],
      },
    },
    remark: { type: 'string', title: 'Remark', description: 'May stay empty' },
  },
  required: ['name', 'email', 'size', 'toppings'],
} satisfies FormSchema;

const ANSWER = z.strictObject({
  name: z.string().min(2).max(40),
  email: z.email(),
  website: z.url().optional(),
  birthday: z.iso.date().optional(),
  call_at: z.iso.datetime({ offset: true }).optional(),
  guests: z.int().min(1).max(12).optional(),
  height: z.number().min(0.3).max(2.8).optional(),
  newsletter: z.boolean().optional(),
  size: z.enum(['small', 'medium', 'large']),
  colour: z.enum(['#0a6072', '#b7791f', '#6b46c1']).optional(),
  country: z.enum(['ch', 'no', 'pt']).optional(),
  toppings: z
    .array(z.enum(['basil', 'olives', 'capers', 'rocket']))
    .min(1)
    .max(2),
  languages: z
    .array(z.enum(['de', 'en', 'fr', 'pt']))
    .max(3)
    .optional(),
  remark: z.string().optional(),
});

/** The form with every kind of field. */
export function everyFieldForm(): InputRequest {
  return inputRequired.elicit({
    message: 'One field of every kind. Some are filled in already.',
    requestedSchema: SCHEMA,
  });
}

/** Checks types and limits of an accepted form; `problem` says in words what does not fit. */
export function checkEveryField(content: unknown): { answer: z.infer<typeof ANSWER> } | { problem: string } {
  const checked = ANSWER.safeParse(content);
  return checked.success ? { answer: checked.data } : { problem: z.prettifyError(checked.error) };
}
