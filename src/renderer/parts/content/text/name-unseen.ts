import { foreignSegments } from '../../../ui/foreign-segments.ts';

/** As much of an element tree as is looked at here. */
interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

function named(node: TreeNode): TreeNode[] {
  if (node.type !== 'text' || node.value === undefined) return [node];
  return foreignSegments(node.value).map(
    (segment): TreeNode =>
      'text' in segment
        ? { type: 'text', value: segment.text }
        : {
            type: 'element',
            tagName: 'span',
            properties: { className: ['foreign-ch'] },
            children: [{ type: 'text', value: segment.name }],
          },
  );
}

function walk(node: TreeNode): void {
  if (!node.children) return;
  node.children = node.children.flatMap(named);
  for (const child of node.children) if (child.tagName !== 'span') walk(child);
}

/** Names hidden characters in the text of an element tree (DESIGN 4.3), as `ForeignText` does for plain text. */
export function nameUnseen(): (tree: TreeNode) => void {
  return walk;
}
