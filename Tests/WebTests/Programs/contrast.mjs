/** WCAG 2.2, "contrast ratio" and "relative luminance". */
export function contrast(first, second) {
  const luminance = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
  const [low, high] = [luminance(first), luminance(second)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}
