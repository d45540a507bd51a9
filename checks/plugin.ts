import { definePlugin, type Context, type ESTree } from '@oxlint/plugins';
import { acrossRefused, isBound } from './across-companies.ts';
import { bareTexts, isVisibleAttribute } from './bare-text.ts';
import { importRefused } from './import-table.ts';

export default definePlugin({
  meta: { name: 'vestibule' },
  rules: {
    'import-table': { create: importTable },
    'bare-text': { create: bareText },
    'typed-sql': { create: typedSql },
    'across-companies': { create: acrossCompanies },
  },
});

function importTable(context: Context) {
  const file = fileFromRoot(context.filename);
  if (!file) return {};

  const check = (source: ESTree.Node | null) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    const refused = importRefused(file, source.value);
    if (refused) {
      context.report({ node: source, message: `${refused}. Its row in checks/import-table.ts says what it may.` });
    }
  };
  return {
    ImportDeclaration: (node: ESTree.ImportDeclaration) => check(node.source),
    ExportNamedDeclaration: (node: ESTree.ExportNamedDeclaration) => check(node.source),
    ExportAllDeclaration: (node: ESTree.ExportAllDeclaration) => check(node.source),
    ImportExpression: (node: ESTree.ImportExpression) => check(node.source),
    TSImportType: (node: ESTree.TSImportType) => check(node.source),
  };
}

function typedSql(context: Context) {
  return {
    TaggedTemplateExpression: ({ tag, typeArguments }: ESTree.TaggedTemplateExpression) => {
      if (!typeArguments || tag.type !== 'Identifier' || tag.name !== 'sql') return;
      context.report({
        node: tag,
        message: 'Nothing checks this type. Use typedSql(schema) from platform/db/typed-sql.ts.',
      });
    },
    CallExpression: ({ callee, typeArguments }: ESTree.CallExpression) => {
      if (!typeArguments || callee.type !== 'MemberExpression' || callee.computed) return;
      if (callee.property.name !== 'query') return;
      context.report({
        node: callee.property,
        message: 'Nothing checks this type. Use typedSql(schema) or queryRows(…) from platform/db/typed-sql.ts.',
      });
    },
  };
}

function acrossCompanies(context: Context) {
  const file = /^apps\/server\/src\/(.*)$/.exec(fileFromRoot(context.filename) ?? '')?.[1];
  if (file === undefined || !isBound(file)) return {};
  const report = (node: ESTree.Node, refused: string) =>
    context.report({ node, message: `${refused}. See checks/across-companies.ts.` });
  const namedByText = 'Write reach.acrossCompanies, because this rule finds uses by that name';
  return {
    Identifier: (node: ESTree.Node) => {
      if (!('name' in node) || node.name !== 'acrossCompanies') return;
      const refused = acrossRefused(file, node);
      if (refused) report(node, refused);
    },
    Literal: (node: ESTree.Node) => {
      if ('value' in node && node.value === 'acrossCompanies') report(node, namedByText);
    },
    TemplateElement: (node: ESTree.TemplateElement) => {
      if (node.value.cooked === 'acrossCompanies') report(node, namedByText);
    },
  };
}

function bareText(context: Context) {
  const check = (node: ESTree.Node | null) => {
    for (const text of node ? bareTexts(node) : []) {
      context.report({ node: text, message: 'A text for people comes out of the phrases: t(…).' });
    }
  };
  return {
    JSXElement: (node: ESTree.JSXElement) => node.children.forEach(check),
    JSXFragment: (node: ESTree.JSXFragment) => node.children.forEach(check),
    JSXAttribute: (node: ESTree.JSXAttribute) => {
      if (isVisibleAttribute(node)) check(node.value);
    },
  };
}

function fileFromRoot(filename: string): string | undefined {
  return /.*\/((?:packages|apps)\/[^/]+\/src\/.*)$/.exec(filename.replaceAll('\\', '/'))?.[1];
}
