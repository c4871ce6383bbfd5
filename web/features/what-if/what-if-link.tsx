import { FlaskConical } from 'lucide-react';
import { Link } from 'wouter';
import { WHAT_IF } from './address.ts';
import styles from './what-if-link.module.css';

/** From where prices are kept to where they can be tried. */
export const WhatIfLink = () => (
  <Link to={WHAT_IF} className={styles['link']}>
    <FlaskConical size={18} aria-hidden /> E se? Testar preços
  </Link>
);
