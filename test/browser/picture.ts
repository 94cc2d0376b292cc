/** Pictures of pages for the documents, as WebP, which needs a third of the bytes of PNG. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** At 80 of 100, letters stay sharp. */
const QUALITY = 80;
const BYTES_MAX = 100 * 1024;

/** Writes a picture of the window, or of the whole page. Throws if it is too large for a document. */
export async function writePicture(page: Page, path: string, isWholePage = false): Promise<void> {
  // Playwright writes PNG and JPEG alone; the browser's protocol can write WebP.
  const session = await page.context().newCDPSession(page);
  const [width, height] = await page.evaluate<[number, number]>(
    '[document.documentElement.clientWidth, document.documentElement.scrollHeight]',
  );
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(isWholePage && { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale: 1 } }),
  });
  await session.detach();
  const picture = Buffer.from(data, 'base64');
  if (picture.length > BYTES_MAX) throw new Error(`${path} has ${String(picture.length)} bytes`);
  writeFileSync(path, picture);
}
