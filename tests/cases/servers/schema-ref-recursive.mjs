import { stdio, text } from '../lib.mjs';

const node = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
  required: ['name'],
};
const tools = [
  {
    name: 'tree',
    description: 'Counts the nodes',
    inputSchema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
      $defs: { Node: node },
    },
    outputSchema: {
      type: 'object',
      properties: { count: { type: 'integer' }, root: { $ref: '#/$defs/Node' } },
      required: ['count'],
      $defs: { Node: node },
    },
  },
  {
    name: 'filter',
    inputSchema: {
      type: 'object',
      properties: { where: { $ref: '#/$defs/Expr' } },
      $defs: {
        Expr: { anyOf: [{ $ref: '#/$defs/And' }, { $ref: '#/$defs/Eq' }] },
        And: {
          type: 'object',
          properties: { all: { type: 'array', items: { $ref: '#/$defs/Expr' } } },
          required: ['all'],
        },
        Eq: { type: 'object', properties: { field: { type: 'string' }, is: {} }, required: ['field'] },
      },
    },
  },
  { name: 'self', inputSchema: { type: 'object', properties: { next: { $ref: '#' }, value: { type: 'number' } } } },
  {
    name: 'old-style',
    inputSchema: {
      type: 'object',
      properties: { a: { $ref: '#/definitions/A' } },
      definitions: { A: { type: 'string', enum: ['x', 'y'] } },
    },
  },
  {
    name: 'loop',
    inputSchema: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/L1' } },
      $defs: { L1: { $ref: '#/$defs/L2' }, L2: { $ref: '#/$defs/L1' } },
    },
  },
];
const count = (n) => 1 + (n.children ?? []).reduce((s, c) => s + count(c), 0);
stdio({
  name: 'recursive',
  tools,
  calls: {
    tree: (a) => ({ ...text(count(a.root)), structuredContent: { count: count(a.root), root: a.root } }),
    filter: (a) => text(JSON.stringify(a)),
    self: (a) => text(JSON.stringify(a)),
    'old-style': (a) => text(a.a),
    loop: () => text('ok'),
  },
});
