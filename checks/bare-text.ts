import type { ESTree } from '@oxlint/plugins';

const visible =
  /^(label|title|placeholder|alt|description|error|message|empty|aria-(label|description|placeholder|roledescription|valuetext))$|Label$/;

export function bareTexts(node: ESTree.Node): ESTree.Node[] {
  switch (node.type) {
    case 'JSXText':
      return hasLetter(node.value) ? [node] : [];
    case 'Literal':
      return typeof node.value === 'string' && hasLetter(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis.some((text) => hasLetter(text.value.raw)) ? [node] : node.expressions.flatMap(bareTexts);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return bareTexts(node.expression);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(bareTexts);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isComparison(node.operator) ? [] : [node.left, node.right].flatMap(bareTexts);
    default:
      return [];
  }
}

export function isVisibleAttribute(attribute: ESTree.JSXAttribute): boolean {
  return attribute.name.type === 'JSXIdentifier' && visible.test(attribute.name.name);
}

function hasLetter(text: string): boolean {
  const withoutEntities = text.replaceAll(/&\w+;/g, '');
  return /\p{Letter}/u.test(withoutEntities);
}

function isComparison(operator: string): boolean {
  return !['+', '&&', '||', '??'].includes(operator);
}
