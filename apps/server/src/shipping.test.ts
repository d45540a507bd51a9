import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { connectDirectory, connectLoopbooking, synchronizeEmployees } from '@vestibule/contract/building/directory.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, settingNames } from './config.ts';
import { basePath } from './platform/http/route.ts';
import { building } from './testing/building.ts';

/* No image and no cluster runs here: the test compares names. */

const checkout = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(checkout, file), 'utf8');
const names = new Set(settingNames());

function valuesOf(text: string, key: string): unknown[] {
  const found: unknown[] = [];
  for (const document of parseAllDocuments(text, { merge: true })) {
    expect(document.errors).toEqual([]);
    walk(document.toJS());
  }
  return found;

  function walk(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, below] of Object.entries(value)) {
      if (name === key) found.push(below);
      walk(below);
    }
  }
}

/** With its digest, because a tag can move. */
const pinned = /@sha256:[0-9a-f]{64}$/;

test('the Dockerfile follows the lint rules and uses the Node version of the project', async () => {
  const dockerfile = await read('Dockerfile');
  expect(validate(dockerfile)).toEqual([]);
  const { dependencies } = z
    .object({ dependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(await read('package.json')));
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
  expect(base).toMatch(pinned);
  expect(base).toContain(`node:${dependencies.node}-bookworm-slim@`);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(Array(2).fill('${NODE_IMAGE}'));
  expect(dockerfile).toMatch(/^USER node$/m);
});

test('the image installs every workspace', async () => {
  const dockerfile = await read('Dockerfile');
  const { packages } = z
    .object({
      packages: z.record(z.string(), z.object({ link: z.boolean().optional(), resolved: z.string().optional() })),
    })
    .parse(JSON.parse(await read('package-lock.json')));
  const workspaces = Object.values(packages).flatMap(({ link, resolved }) => (link && resolved ? [resolved] : []));
  expect(workspaces.length).toBeGreaterThan(5);
  expect(workspaces.filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/`))).toEqual([]);
});

test('the image has the clients that only some settings need', async () => {
  const [, last = ''] = (await read('Dockerfile')).match(/[^]*RUN npm ci(.*)/) ?? [];
  expect(last).toContain('--include=peer');
});

test('every deployment starts the server as npm start does', async () => {
  const { server } = z
    .object({ server: z.array(z.string()) })
    .parse(await import(join(checkout, 'scripts/workspace.mjs')));
  expect(await read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...server]).replaceAll(',', ', ')}`);
  expect(await read('ops/systemd/vestibule.service')).toContain(`bin/node ${server.join(' ')}\n`);
});

const leftOut =
  /^(PORT|METRICS_PORT|METRICS_HOST|HOST|DATA_DIR|BACKUP_KEY_FILE|DEMO|NODE_ENV|(MICROSOFT|GOOGLE|LOOPBOOKING)_.*URL)$/;

test('compose.yaml passes on every setting, and no unknown one', async () => {
  const set = valuesOf(await read('compose.yaml'), 'environment')
    .flatMap((environment) => Object.keys(z.record(z.string(), z.unknown()).parse(environment)))
    .filter((name) => !name.startsWith('POSTGRES_'));
  const wanted = [...names].filter((name) => !leftOut.test(name));
  expect(new Set(set)).toEqual(new Set(wanted));
});

test.for(await readdir(join(checkout, 'ops/kubernetes')))(
  '%s is well-formed and sets no unknown setting',
  async (file) => {
    const manifest = await read(`ops/kubernetes/${file}`);
    expect(valuesOf(manifest, 'kind')).not.toEqual([]);
    const variables = z.array(z.array(z.object({ name: z.string() }))).parse(valuesOf(manifest, 'env'));
    const settings = z
      .array(z.record(z.string(), z.unknown()))
      .parse(file === 'settings.yaml' ? valuesOf(manifest, 'data') : []);
    const set = [...variables.flat().map(({ name }) => name), ...settings.flatMap((data) => Object.keys(data))];
    expect(set.filter((name) => !names.has(name))).toEqual([]);
  },
);

test('compose.yaml pins each image from a registry by digest', async () => {
  const images = z.array(z.string()).parse(valuesOf(await read('compose.yaml'), 'image'));
  const built = /^vestibule:local$/;
  expect(images.filter((image) => !built.test(image) && !pinned.test(image))).toEqual([]);
});

test('the Kubernetes files run images by digest, which an operator has to fill in', async () => {
  const Kustomization = z.object({
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string(), digest: z.string(), newTag: z.undefined().optional() })),
  });
  const { resources, images } = Kustomization.parse(parse(await read('ops/kubernetes/kustomization.yaml')));
  const manifests = await Promise.all(resources.map((file) => read(`ops/kubernetes/${file}`)));
  const used = manifests.flatMap((manifest) => z.array(z.string()).parse(valuesOf(manifest, 'image')));
  expect(new Set(used)).toEqual(new Set(images.map(({ name }) => name)));
  // Not hexadecimal, so that Kubernetes refuses it instead of searching for an image.
  expect(images.map(({ digest }) => digest)).toEqual(['sha256:put-the-digest-of-your-image-here']);
});

test('pods can reach DNS, the database and internet providers, and nothing else', async () => {
  const Peer = z.object({
    ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
    namespaceSelector: z.unknown().optional(),
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
  });
  const Policy = z.object({
    spec: z.object({
      policyTypes: z.array(z.string()),
      egress: z.array(z.object({ to: z.array(Peer), ports: z.array(z.object({ port: z.number() })) })),
    }),
  });
  const { spec } = Policy.parse(parse(await read('ops/kubernetes/network.yaml')));
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  expect(spec.egress.map(({ ports }) => [...new Set(ports.map(({ port }) => port))])).toEqual([
    [53],
    [5432],
    [443, 465, 587],
  ]);
  expect(spec.egress.filter(({ to }) => to.length === 0)).toEqual([]);
  const Cluster = z.object({ metadata: z.object({ name: z.string() }) });
  const { metadata } = Cluster.parse(parse(await read('ops/kubernetes/database.yaml')));
  const labels = spec.egress[1]?.to.flatMap(({ podSelector }) => (podSelector ? [podSelector.matchLabels] : []));
  expect(labels).toEqual([{ 'cnpg.io/cluster': metadata.name }]);
  const [v4] = spec.egress[2]?.to ?? [];
  expect(v4?.ipBlock?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']));
});

const Pod = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({
    containers: z.array(
      z.object({
        ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
        env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
      }),
    ),
  }),
});

test.for(['web', 'worker'])('Prometheus is configured with the metrics port of a %s', async (name) => {
  const pods = z.array(Pod).parse(valuesOf(await read(`ops/kubernetes/${name}.yaml`), 'template'));
  const asked = pods.map(({ metadata: { annotations } }) => [
    annotations['prometheus.io/scrape'],
    annotations['prometheus.io/port'],
  ]);
  const containers = pods.flatMap(({ spec }) => spec.containers);
  const ports = containers.flatMap((container) => container.ports.filter(({ name }) => name === 'metrics'));
  expect(asked).toEqual(ports.map(({ containerPort }) => ['true', String(containerPort)]));
  expect(pods).toHaveLength(1);
  const program = containers.filter(({ env }) => env.length > 0);
  expect(program.map(({ env }) => new Map(env.map(({ name, value }) => [name, value])))).toEqual([
    new Map([
      ['ROLE', name],
      ['METRICS_PORT', asked[0]?.[1]],
      ['METRICS_HOST', '0.0.0.0'],
    ]),
  ]);
});

test.for(['/metrics', '/metrics/', '/METRICS', '/metrics/anything'])(
  'nginx and the ingress do not pass on %s',
  async (path) => {
    const nginx = await read('ops/nginx/vestibule.conf');
    const closed = [...nginx.matchAll(/^ *location (=|~\*?) (\S+) \{\s+return 404;/gm)];
    const isClosed = closed.some(([, kind, place = '']) =>
      kind === '=' ? place === path : new RegExp(place, kind === '~*' ? 'i' : '').test(path),
    );
    expect(isClosed).toBe(true);

    const Ingress = z.object({
      rules: z.array(
        z.object({ http: z.object({ paths: z.array(z.object({ path: z.string(), pathType: z.string() })) }) }),
      ),
    });
    const specs = valuesOf(await read('ops/kubernetes/ingress.yaml'), 'spec').map((spec) => Ingress.parse(spec));
    const closedPaths = specs
      .flatMap(({ rules }) => rules.flatMap(({ http }) => http.paths))
      .filter(({ path }) => path !== '/');
    // A prefix ends at a slash. The path in other letters answers 404.
    const isPrefixed = closedPaths.some(
      (closed) => closed.path === path || (closed.pathType === 'Prefix' && path.startsWith(`${closed.path}/`)),
    );
    expect(isPrefixed).toBe(path !== '/METRICS');
  },
);

test.for(['web', 'worker'])('gives a migrating %s the five minutes that a migration may take', async (name) => {
  const Probe = z.object({ periodSeconds: z.number(), failureThreshold: z.number() });
  const probes = z.array(Probe).parse(valuesOf(await read(`ops/kubernetes/${name}.yaml`), 'startupProbe'));
  const seconds = probes.map(({ periodSeconds, failureThreshold }) => periodSeconds * failureThreshold);
  expect(seconds).toEqual([360]);
});

test('the systemd unit sets no unknown setting', async () => {
  const unit = await read('ops/systemd/vestibule.service');
  const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) => line?.split(' ') ?? []);
  const ours = set.map((pair) => pair.split('=')[0] ?? '').filter((name) => !name.startsWith('MALLOC_'));
  expect(ours.filter((name) => !names.has(name))).toEqual([]);
  expect(ours).not.toEqual([]);
});

test('nginx has one location for each path, and proxies WebSockets of desks and kiosks', async () => {
  const file = await read('ops/nginx/vestibule.conf');
  const places = [...file.matchAll(/^ *location (.+) \{$/gm)].map(([, place]) => place);
  expect(places).toEqual([...new Set(places)]);
  const ways = places.flatMap((place = '') => (place.startsWith('~ ') ? [new RegExp(place.slice(2))] : []));
  const { as, company } = await building();
  const { data: desk } = await as('reception').call(openLiveChannel, { query: { companyId: company.id } });
  const { data: kiosk } = await as('kiosk').call(openDeviceChannel);
  const paths = [desk, kiosk].map(({ url }) => new URL(url).pathname);
  expect(paths.filter((path) => !ways.some((way) => way.test(path)))).toEqual([]);
});

test('nginx leads to the default address of the program', async () => {
  const { host, port } = readConfig({});
  const file = await read('ops/nginx/vestibule.conf');
  const servers = [...file.matchAll(/^ *server (\S+) max_fails/gm)].map(([, address]) => address);
  expect(servers).toEqual([`${host}:${port}`]);
});

test('nginx waits as long as the server for calls that read a directory', async () => {
  const file = await read('ops/nginx/vestibule.conf');
  const waits = [...file.matchAll(/^ *location ~ (.+) \{$[^}]*proxy_read_timeout (\d+)s/gm)];
  const late = [synchronizeEmployees, connectDirectory, connectLoopbooking];
  const timeouts = late.map(({ path }) => {
    const address = `${basePath}${path.replace(':tenantId', '17')}`;
    return Number(waits.find(([, place = '']) => new RegExp(place).test(address))?.[2]);
  });
  expect(timeouts).toEqual(late.map(() => 620));
});

test('nginx writes no URLs of calls to its logs', async () => {
  const file = await read('ops/nginx/vestibule.conf');
  const format = /^log_format vestibule '(.+)';$/m.exec(file)?.[1];
  expect(format?.match(/\$\w+/g)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/request$|uri|args|referer/)]),
  );
  const servers = file.split(/^server \{$/m).slice(1);
  expect(servers.map((server) => /^ +error_log \S+ (\w+);$/m.exec(server)?.[1])).toEqual(servers.map(() => 'emerg'));
});
