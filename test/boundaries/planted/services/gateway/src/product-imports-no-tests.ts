import { test } from '../../common/domain/clean.test.ts';
export const product = test;
