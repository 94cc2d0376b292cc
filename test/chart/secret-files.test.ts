/** Secrets as files: every secret of the chart is mounted, none is in the environment. */
import { describe, expect, it } from '@jest/globals';
import { FROM_FILES } from '@ctx/platform/config';
import { CI_VALUES, example, HELM_VERSIONS, render, template } from './helm.ts';
import { containerOf, type Manifest, maybePodOf, podOf, theOne } from './manifests.ts';

const ON = 'secretFiles.enabled=true';
const FOLDER = '/etc/crypto-tax/secrets';

/** Returns, by the variable, the secret and the key that a pod mounts at the path that the variable names. */
function filesOf(manifest: Manifest): Record<string, string> {
  const { volumes = [] } = podOf(manifest);
  const { env, volumeMounts = [] } = containerOf(manifest);
  const variables = env.filter(({ value }) => value?.startsWith(`${FOLDER}/`) === true);
  return Object.fromEntries(
    variables.map(({ name, value = '' }) => {
      const mount = volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
      const secret = volumes.find((volume) => volume.name === mount?.name)?.secret;
      const item = secret?.items.find(({ path }) => value === `${mount?.mountPath ?? ''}/${path}`);
      return [name, `${secret?.secretName ?? 'none'}/${item?.key ?? 'none'}`];
    }),
  );
}

describe('secretFiles:', () => {
  it.each(CI_VALUES)('leaves no secret in the environment of a pod in the %s example', async (example) => {
    const pods = (await render(example, ON)).filter((manifest) => maybePodOf(manifest) !== undefined);
    expect(pods.length).toBeGreaterThan(3);
    for (const pod of pods) {
      const { env } = containerOf(pod);
      expect(env.filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([]);
      for (const place of Object.values(filesOf(pod))) expect(place).not.toContain('none');
    }
  });

  it('gives each component the files that it reads, of the secrets that would be in its environment', async () => {
    const manifests = await render('production', ON, 'read.replicaDatabase.existingSecret="replica"');
    expect(filesOf(theOne(manifests, 'Deployment', 'read'))).toEqual({
      DATABASE_URL_FILE: 'crypto-tax-database-read/DATABASE_URL',
      READ_DATABASE_URL_FILE: 'replica/READ_DATABASE_URL',
      CALLER_KEY_FILE: 'crypto-tax-keys/CALLER_KEY',
    });
    expect(filesOf(theOne(manifests, 'Job', 'migrations'))).toEqual({
      DATABASE_URL_FILE: 'crypto-tax-database-owner/DATABASE_URL',
    });
  });

  it('names only settings that can be given as files', async () => {
    for (const example of CI_VALUES)
      for (const service of ['gateway', 'read', 'corrections', 'recalc'])
        for (const variable of Object.keys(filesOf(theOne(await render(example, ON), 'Deployment', service))))
          expect(Object.keys(FROM_FILES)).toContain(variable.replace(/_FILE$/, ''));
  });

  it('mounts whole folders, read-only: Kubernetes does not update a single file', async () => {
    const manifests = await render('minimal', ON);
    const { volumeMounts = [] } = containerOf(theOne(manifests, 'Deployment', 'gateway'));
    expect(volumeMounts.length).toBeGreaterThan(0);
    for (const mount of volumeMounts) {
      expect(mount).toMatchObject({ readOnly: true });
      expect(mount.subPath).toBeUndefined();
    }
  });

  it('mounts a class of a CSI driver for each secret', async () => {
    const driver = 'secretFiles.csiDriver="secrets-store.csi.k8s.io"';
    const { volumes } = podOf(theOne(await render('minimal', ON, driver), 'Deployment', 'read'));
    expect(volumes).toEqual([
      {
        name: 'secret-files-0',
        csi: {
          driver: 'secrets-store.csi.k8s.io',
          readOnly: true,
          volumeAttributes: { secretProviderClass: 'crypto-tax-database-read' },
        },
      },
      expect.objectContaining({ name: 'secret-files-1' }),
    ]);
  });

  it('is off by default', async () => {
    expect(podOf(theOne(await render('minimal'), 'Deployment', 'read')).volumes).toBeUndefined();
  });
});

describe('the chart', () => {
  it.each(HELM_VERSIONS)('rejects a CSI driver without secretFiles.enabled (%s)', async (version) => {
    const setting = 'secretFiles.csiDriver="a.driver"';
    const { code, stderr } = await template(version, ...example('minimal'), '--set-json', setting);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('secretFiles.csiDriver: needs secretFiles.enabled'),
    ]);
  });
});
