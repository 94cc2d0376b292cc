export type Message = string;
