import { defineConfig } from '@playwright/test';
import { shared } from './server';

export default defineConfig(shared, { testMatch: 'pictures.ts' });
