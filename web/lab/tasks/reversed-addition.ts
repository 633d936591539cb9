import { answered, type Chance, DIGITS, draws, lengthOf, type Task } from './task.js'

const PLUS = DIGITS.length
const EQUALS = PLUS + 1

/** Addition, the units first: "5 2 + 7 1 = 2 4 0" for 25 + 17 = 042. */
export function reversedAddition(): Task {
  const task: Task = {
    spec: { type: 'reversedAddition' },
    name: { en: 'Addition with reversed digits', zh: '逆序加法' },
    definition: {
      en: 'The prompt is two numbers with equally many random digits, units first, with a plus sign between them and an equals sign. The answer is their sum, units first, with one digit more.',
      zh: '提示是两个位数相同的随机数，个位在前，中间是加号，后面是等号。答案是它们的和，个位在前，多一位。',
    },
    source:
      'Zhou et al. 2024, arXiv 2402.09371 (reversed format, without their index hints); Lee et al. 2023, arXiv 2307.03381. Addition with the highest digit first: Kazemnejad et al. 2023, arXiv 2305.19466; Jelassi et al. 2023, arXiv 2306.15400. Ours: zeros fill both numbers and the sum.',
    length: { en: 'digits of each number', zh: '每个数的位数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...DIGITS, '+', '='],
    example: { prompt: '5 2 + 7 1 =', answer: '2 4 0' },
    tokens: (length) => 3 * length + 2,
    chance: additionChance,
    sample(length, random) {
      const a = draws(lengthOf(task, length), 10, random)
      const b = draws(length, 10, random)
      return answered([...a, PLUS, ...b, EQUALS], sumOfDigits(a, b))
    },
  }
  return task
}

/** The digits of a sum, units first, one more than the terms have. */
export function sumOfDigits(a: readonly number[], b: readonly number[]): number[] {
  let carry = 0
  const digits = a.map((digit, i) => {
    const sum = digit + (b[i] ?? 0) + carry
    carry = sum >= 10 ? 1 : 0
    return sum % 10
  })
  return [...digits, carry]
}

/** The chance of a sum. Every digit but the last is uniform; the last is the carry. 10^n of the 100^n pairs have the most frequent sum. */
export function additionChance(length: number): Chance {
  let carry = 0
  for (let i = 0; i < length; i++) carry = 0.45 + 0.1 * carry
  return { accuracy: (length / 10 + 1 - carry) / (length + 1), exactMatch: 10 ** -length }
}
