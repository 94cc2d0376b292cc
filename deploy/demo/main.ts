/** Prints the demo data: node deploy/demo/main.ts > demo.jsonl */
import { demoLines } from './story.ts';

process.stdout.write(`${demoLines().join('\n')}\n`);
