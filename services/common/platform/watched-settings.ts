/** Secrets and keys from files: a changed file takes effect while the service runs, where FROM_FILES says so. */
import { FROM_FILES, isGivenAsFile, readSetting } from './config.ts';
import type { Logger } from './log.ts';
import { watchFiles } from './watched-files.ts';

/** Watches the files of the settings in `config`, and replaces their values there. A file that cannot be used is logged and changes nothing. */
export function watchSettings(config: object, log: Logger): void {
  for (const [name, effect] of Object.entries(FROM_FILES)) {
    const setting = name as keyof typeof FROM_FILES;
    if (!(setting in config) || !isGivenAsFile(setting)) continue;
    watchFiles(readSetting(setting), {
      read: () => readSetting(setting),
      fingerprintOf: ({ text }) => text ?? '',
      onChange: ({ value }) => {
        if (effect === 'at start') log.warn({ setting }, 'setting changed in its file, restart to use it');
        else {
          Object.assign(config, { [setting]: value });
          log.info({ setting }, 'setting reloaded from its file');
        }
      },
      onRejected: (error) => {
        log.warn({ setting, err: error }, 'setting not reloaded, keeping the current value');
      },
    });
  }
}
