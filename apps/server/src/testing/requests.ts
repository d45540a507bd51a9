import fc from 'fast-check';
import { hostileTexts, hostileValue, likelyTexts } from './hostile.ts';
import type { Operation, Schema } from './openapi.ts';

export interface AnyRequest {
  url: string;
  payload?: string;
  type?: string;
}

export function anyRequest(
  { path, parameters, requestBody }: Operation,
  knownIds: readonly number[],
): fc.Arbitrary<AnyRequest> {
  const id = fc.constantFrom(...knownIds);
  const values = parameters.map((parameter) => {
    const valid = parameter.in === 'path' ? id.map(String) : validValue(parameter.schema, id).map(String);
    const hostile = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }));
    return fc.record({
      parameter: fc.constant(parameter),
      value: fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: hostile }),
      isGiven: parameter.in === 'path' ? fc.constant(true) : fc.boolean(),
    });
  });
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema && anyBody(schema, id);
  const isUpload = requestBody?.content['multipart/form-data'] !== undefined;
  return fc
    .record({
      values: fc.tuple(...values),
      unknown: fc.option(fc.constantFrom('x=1', 'limit=1&limit=2', '%zz', 'a[b]=c', '__proto__=1')),
      ...(body && { body }),
      ...(isUpload && { form: anyForm() }),
    })
    .map(({ values, unknown, ...rest }) => {
      const at = (place: string) => values.filter(({ parameter, isGiven }) => isGiven && parameter.in === place);
      const filled = at('path').reduce(
        (url, { parameter, value }) => url.replace(`{${parameter.name}}`, encode(value)),
        path,
      );
      const query = at('query').map(({ parameter, value }) => `${parameter.name}=${encode(value)}`);
      const isStrange = unknown !== null && values.length % 5 === 0;
      const search = [...query, ...(isStrange ? [unknown] : [])].join('&');
      const url = search ? `${filled}?${search}` : filled;
      if (rest.form) return { url, payload: rest.form, type: `multipart/form-data; boundary=${boundary}` };
      const payload = 'body' in rest ? toText(rest.body) : undefined;
      return { url, ...(payload !== undefined && { payload }) };
    });
}

/** `..` would name another call. */
function encode(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return /^\.*$/.test(encoded) ? '%20' : encoded;
}

function toText(body: unknown): string {
  return typeof body === 'string' && body.startsWith('raw:') ? body.slice(4) : JSON.stringify(body);
}

const boundary = 'between';

function anyForm(): fc.Arbitrary<string> {
  const cell = fc.oneof(
    { weight: 4, arbitrary: likelyTexts },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  );
  const rows = fc
    .tuple(fc.constantFrom(';', ',', '\t', '";"'), fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }))
    .map(([delimiter, lines]) => lines.map((line) => line.join(delimiter)).join('\n'));
  const part = fc
    .record({
      name: mostly('file', 'other', '', '__proto__', 'a\0', '"'),
      fileName: mostly('a.csv', 'A.CSV', 'a.txt', '', '../a.csv', 'a\0.csv', 'x'.repeat(300)),
      type: mostly('text/csv', 'image/png', '', 'application/json', 'text/csv; charset=\uFFFF'),
      content: fc.oneof({ weight: 3, arbitrary: rows }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
    })
    .map(({ name, fileName, type, content }) =>
      [
        `--${boundary}`,
        `content-disposition: form-data; name="${name}"; filename="${fileName}"`,
        `content-type: ${type}`,
        '',
        content.toWellFormed(),
      ].join('\r\n'),
    );
  const whole = fc
    .oneof(
      { weight: 8, arbitrary: part.map((one) => [one]) },
      { weight: 1, arbitrary: fc.array(part, { maxLength: 4 }) },
    )
    .map((parts) => `${parts.join('\r\n')}\r\n--${boundary}--\r\n`);
  const cutOff = fc.tuple(whole, fc.nat()).map(([form, at]) => form.slice(0, at % form.length));
  return fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: cutOff });
}

function mostly(usual: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

function anyBody(schema: Schema, id: fc.Arbitrary<number>): fc.Arbitrary<unknown> {
  const valid = validValue(schema, id);
  const properties = Object.keys(schema.properties ?? {});
  const spoilt = fc
    .record({
      body: valid,
      name: fc.constantFrom(...properties, 'unknown', '__proto__', 'constructor', 'a\0'),
      value: hostileValue,
      isMissing: fc.boolean(),
    })
    .map(({ body, name, value, isMissing }) => {
      const changed = new Map<string, unknown>(Object.entries(body ?? {}));
      if (isMissing) changed.delete(name);
      else changed.set(name, value);
      return Object.fromEntries(changed);
    });
  const raw = fc.constantFrom(
    'raw:',
    'raw:{',
    'raw:{"a":1,"a":2}',
    'raw:{"__proto__":{}}',
    `raw:${'['.repeat(50)}${']'.repeat(50)}`,
    'raw:1e999',
  );
  return fc.oneof(
    { weight: 3, arbitrary: valid },
    { weight: 6, arbitrary: spoilt },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: raw },
  );
}

function validValue(schema: Schema, id: fc.Arbitrary<number>): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice, id)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return validObject(schema, id);
    case 'array':
      return fc.array(schema.items ? validValue(schema.items, id) : fc.constant(null), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(id, fc.integer({ min: 1, max: 200 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return likelyTexts;
    case undefined:
    default:
      return hostileValue;
  }
}

function validObject({ properties = {}, required = [] }: Schema, id: fc.Arbitrary<number>): fc.Arbitrary<object> {
  const values = Object.entries(properties).map(([name, schema]) => [name, validValue(schema, id)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: required.filter((name) => name in properties) });
}
