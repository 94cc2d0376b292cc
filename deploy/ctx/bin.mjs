#!/usr/bin/env node
// Node 24 runs the TypeScript sources directly. An older Node starts the Node 24 that the checkout installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = new URL('main.ts', import.meta.url);
const CHECKOUT_NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const NODE_MAJOR_MIN = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function runWithCheckoutNode() {
  const child = spawn(CHECKOUT_NODE, [fileURLToPath(MAIN), ...process.argv.slice(2)], { stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  child.on('error', (error) => {
    process.stderr.write(`ctx: cannot start ${CHECKOUT_NODE}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.off(name, forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  await import(MAIN.href);
} else if (existsSync(CHECKOUT_NODE)) {
  runWithCheckoutNode();
} else {
  process.stderr.write(`ctx: requires Node ${NODE_MAJOR_MIN}; run "npm ci" in the checkout to install it\n`);
  process.exitCode = 1;
}
