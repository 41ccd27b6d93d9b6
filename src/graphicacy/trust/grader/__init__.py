"""How often the grader of answers errs: wrong answers planted, right ones said otherwise, and answers that are none."""
