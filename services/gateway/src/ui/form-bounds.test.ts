/** Forms are bounded before they are parsed: by their fields, parts and headers of parts. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { ONE_FILE, receiveFileForm, SEVERAL_FILES } from './file-form.ts';
import { receiveForm } from './form.ts';

let server: Server;
let base: string;
beforeEach(async () => {
  const app = express();
  app.post('/form', async (request, response) => {
    const form = await receiveForm(request, response);
    if (form !== null) response.json([...form.keys()]);
  });
  app.post('/file', async (request, response) => {
    const posted = await receiveFileForm(request, response, ONE_FILE);
    if (posted !== null) response.json([...posted.form.keys(), posted.file?.bytes.toString()]);
  });
  app.post('/files', async (request, response) => {
    const posted = await receiveFileForm(request, response, SEVERAL_FILES);
    if (posted !== null) response.json(posted.files.map(({ name }) => name));
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const fields = (count: number): string[] =>
  Array.from({ length: count }, (_each, index) => `f${String(index)}`);

async function postFields(count: number): Promise<unknown> {
  const body = new URLSearchParams(Object.fromEntries(fields(count).map((name) => [name, 'x'])));
  const response = await fetch(`${base}/form`, { method: 'POST', body });
  return response.status === 200 ? response.json() : response.status;
}

async function postParts(count: number, fileName = 'a.csv'): Promise<unknown> {
  const body = new FormData();
  for (const name of fields(count - 1)) body.set(name, 'x');
  body.set('file', new File(['a,b'], fileName));
  const response = await fetch(`${base}/file`, { method: 'POST', body });
  return response.status === 200 ? response.json() : response.status;
}

async function postRaw(type: string, body: string): Promise<number> {
  return (await fetch(`${base}/file`, { method: 'POST', body, headers: { 'content-type': type } })).status;
}

const part = (name: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;

async function postFiles(path: string, sizes: readonly number[]): Promise<unknown> {
  const body = new FormData();
  for (const [index, size] of sizes.entries())
    body.append('file', new File(['x'.repeat(size)], `${String(index)}.csv`));
  const response = await fetch(`${base}${path}`, { method: 'POST', body });
  return response.status === 200 ? response.json() : response.status;
}

describe('A form with several files', () => {
  const MIB = 1_048_576;

  it('has at most 10 of them, each of at most 1 MiB and together of at most 2 MiB', async () => {
    const ten = Array.from({ length: 10 }, () => 10);
    expect(await postFiles('/files', ten)).toEqual(ten.map((_size, index) => `${String(index)}.csv`));
    expect(await postFiles('/files', [...ten, 10])).toBe(400);
    expect(await postFiles('/files', [MIB, MIB])).toEqual(['0.csv', '1.csv']);
    expect(await postFiles('/files', [MIB + 1, 10])).toBe(413);
    expect(await postFiles('/files', [MIB, MIB, MIB])).toBe(413);
  });

  it('is rejected by a page that takes one', async () => {
    expect(await postFiles('/file', [10, 10])).toBe(400);
  });
});

describe('A form', () => {
  it('has at most 100 fields', async () => {
    expect(await postFields(100)).toEqual(fields(100));
    expect(await postFields(102)).toBe(400);
  });

  it('with a file has at most 100 parts', async () => {
    expect(await postParts(99)).toEqual([...fields(98), 'a,b']);
    expect(await postParts(102)).toBe(400);
    const many = fields(10_000).map((name) => part(name));
    expect(await postRaw('multipart/form-data; boundary=b', `${many.join('')}--b--\r\n`)).toBe(400);
  });

  it('with a file has at most 4 KiB of headers for each part', async () => {
    expect(await postParts(2, `${'a'.repeat(255)}.csv`)).toEqual(['f0', 'a,b']);
    expect(await postParts(2, `${'a'.repeat(5000)}.csv`)).toBe(400);
    const endless = `--b\r\nContent-Disposition: form-data; name="a"\r\n${'X: y\r\n'.repeat(2000)}`;
    expect(await postRaw('multipart/form-data; boundary=b', endless)).toBe(400);
  });

  it('with a file is read with the boundary that its parts were counted by', async () => {
    const body = `${part('a')}--b--\r\n`;
    expect(await postRaw('multipart/form-data; boundary=b', body)).toBe(200);
    expect(await postRaw('multipart/form-data; boundary="b"', body)).toBe(200);
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=b; boundary=c',
      'multipart/form-data; x=y; boundary=b',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
    ])
      expect([type, await postRaw(type, body)]).toEqual([type, 400]);
  });
});
