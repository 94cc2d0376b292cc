/** Runs a program of tools/package.json in this process, with the arguments that follow: node tools/run.ts PACKAGE PROGRAM [ARGUMENT]… */
import { pathToFileURL } from 'node:url';
import { toolProgram } from './packages.ts';

const [node = '', , packageName = '', program = '', ...args] = process.argv;
const file = toolProgram(packageName, program);
process.argv = [node, file, ...args];
await import(pathToFileURL(file).href);
