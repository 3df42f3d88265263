raise SystemExit('a random of mine')
