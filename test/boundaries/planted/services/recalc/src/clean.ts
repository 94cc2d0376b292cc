import { value } from '../../common/domain/clean.ts';
export { value };
