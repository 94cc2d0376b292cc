declare module '*/.dependency-cruiser.mjs' {
  const configuration: { forbidden: object[]; options: object };
  export default configuration;
}
