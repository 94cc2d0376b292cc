/** Prints the demo data of a start day, today by default: node deploy/demo/main.ts [YYYY-MM-DD] > demo.jsonl */
import { todayInBrussels } from './calendar.ts';
import { demoLines } from './story.ts';

process.stdout.write(`${demoLines(process.argv[2] ?? todayInBrussels()).join('\n')}\n`);
