// All Nepali texts of the page, in one chunk that loads when Nepali is chosen.

import { ne } from './ne';
import { endings, reasons } from './ne-errors';
import { terms } from './ne-terms';

export const texts: Record<string, string> = { ...terms, ...ne };
export { endings, reasons };
