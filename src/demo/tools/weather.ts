/** Made-up weather: the same city always has the same. */
export function weatherOf(city: string, unit: 'celsius' | 'fahrenheit') {
  let seed = 7;
  for (const character of city.toLowerCase()) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const celsius = (seed % 45) - 10;
  const skies = celsius <= 0 ? (['clear', 'cloudy', 'snow'] as const) : (['clear', 'cloudy', 'rain'] as const);
  const temperature = unit === 'celsius' ? celsius : Math.round(celsius * 1.8 + 32);
  return { city, temperature, unit, sky: skies[seed % 3] ?? 'clear', windKmh: seed % 60 };
}
