// The part of subset-font's interface that site/fonts.ts uses; the package has no declarations.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'woff2'
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>
}
