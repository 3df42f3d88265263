# The attention workbook: one line a verb. `make` lists them; `python -m autograder VERB --help` says more.

PYTHON ?= python3
RUN := .venv/bin/python -m autograder
WEEK_AND_TASK = $(if $(WEEK),--week "$(WEEK)") $(if $(TASK),--task "$(TASK)")

.DEFAULT_GOAL := help
.PHONY: help check watch hint quiz lesson notebook report grade override audit build release classroom50 gradescope nbgrader nbgrader-scores export-quiz site doctor sentences test lint bench data clean

ASTRAY := $(filter-out .venv/% $(if $(MAKECMDGOALS),$(shell sed -n 's/^\([a-z0-9-]*\):.*[#][#].*/\1/p' Makefile)),$(MAKECMDGOALS))
$(if $(ASTRAY),$(error There is no verb "$(firstword $(ASTRAY))"; make alone lists them. A task is said as TASK=softmax, a week as WEEK=week-12))

##@ For learners

help: ## list the verbs
	@echo 'Type one of these. What stands in [ ] may be left out.'
	@awk '/^##@ / { group = substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { \
	    if (group) print "\n" group; \
	    group = ""; verb = $$0; sub(/:.*/, "", verb); sub(/^[^#]*## /, ""); \
	    at = match($$0, / (\[|[A-Z]+=)/); options = at ? substr($$0, at + 1) : ""; \
	    printf "  make %-16s %s\n", verb, at ? substr($$0, 1, at - 1) : $$0; \
	    line = ""; words = split(options, word, " "); \
	    for (i = 1; i <= words; i++) { \
	      if (length(line word[i]) > 53) { printf "%25s%s\n", "", line; line = "" } \
	      line = line (line ? " " : "") word[i] } \
	    if (line) printf "%25s%s\n", "", line }' Makefile

check: .venv/ready ## check your work [WEEK=week-12] [TASK=softmax] [SUBMISSION=path] [JSON=file]
	@$(RUN) check $(if $(SUBMISSION),"$(SUBMISSION)") $(WEEK_AND_TASK) $(if $(JSON),--json "$(JSON)")

watch: .venv/ready ## check each file when it is saved [WEEK=week-12] [TASK=softmax] [SUBMISSION=path] [PLAIN=1] [POLL=1]
	@$(RUN) watch $(if $(SUBMISSION),"$(SUBMISSION)") $(WEEK_AND_TASK) $(if $(filter-out 0 no,$(PLAIN)),--plain) $(if $(filter-out 0 no,$(POLL)),--poll)

hint: .venv/ready ## open the next hint TASK=softmax [WEEK=week-12]
	@$(RUN) hint $(WEEK_AND_TASK)

quiz: .venv/ready ## test yourself [WEEK=week-12] [QUESTION=id] [ALL=1] [ANSWERS=file JSON= CSV=] [STUDENT=id SHOW=1] [CHECK=1]
	@$(RUN) quiz $(if $(WEEK),--week "$(WEEK)") $(if $(QUESTION),--question "$(QUESTION)") $(if $(filter-out 0 no,$(ALL)),--all) \
	  $(if $(ANSWERS),--answers "$(ANSWERS)") $(if $(JSON),--json "$(JSON)") $(if $(CSV),--csv "$(CSV)") \
	  $(if $(STUDENT),--student "$(STUDENT)") $(if $(filter-out 0 no,$(SHOW)),--show) $(if $(filter-out 0 no,$(CHECK)),--check)

lesson: .venv/ready-for-lesson ## week 20 from end to end, with your own functions
	@.venv/bin/python exercises/week-20/starter.py

notebook: .venv/ready-for-notebooks ## work in notebooks: opens JupyterLab
	@.venv/bin/jupyter lab exercises

doctor: .venv/ready ## what this machine can do [ATTACKS=1: run every known attack]
	@$(RUN) doctor $(if $(filter-out 0 no,$(ATTACKS)),--attacks)

clean: ## remove .venv and caches; your files stay
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis

##@ For those who grade

grade: .venv/ready ## grade a class SUBMISSIONS=dir [WEEK= OUT=grades ROSTER=roster.csv JOBS=2 STUDENT=id WORKSHEET=file LAYOUT=folders REGRADE=1 ANY_LEVEL=1]
	@$(RUN) grade "$(SUBMISSIONS)" $(WEEK_AND_TASK) $(if $(OUT),--out "$(OUT)") $(if $(ROSTER),--roster "$(ROSTER)") \
	  $(if $(JOBS),--jobs "$(JOBS)") $(if $(STUDENT),--student "$(STUDENT)") $(if $(WORKSHEET),--worksheet "$(WORKSHEET)") \
	  $(if $(LAYOUT),--layout "$(LAYOUT)") $(if $(filter-out 0 no,$(REGRADE)),--regrade) \
	  $(if $(filter-out 0 no,$(ANY_LEVEL)),--any-level)

override: .venv/ready ## decide about a student STUDENT=id WEEK=week-12 [TASK= POINTS= EXCUSED=1 EXTENSION=time COMMENT= TAKE_BACK=points OUT=grades]
	@$(RUN) override --student "$(STUDENT)" $(WEEK_AND_TASK) $(if $(POINTS),--points "$(POINTS)") \
	  $(if $(filter-out 0 no,$(EXCUSED)),--excused) $(if $(EXTENSION),--extension "$(EXTENSION)") $(if $(COMMENT),--comment "$(COMMENT)") \
	  $(if $(TAKE_BACK),--take-back "$(TAKE_BACK)") $(if $(OUT),--out "$(OUT)")

report: .venv/ready ## say Results in a platform's form FORM=github RESULTS=dir [OUT=file]
	@$(RUN) report "$(FORM)" "$(RESULTS)" $(if $(OUT),--out "$(OUT)")

nbgrader-scores: .venv/ready-for-nbgrader ## our points into its gradebook COURSE=dir WEEK=week-12 RESULTS=grades/results
	@$(RUN) nbgrader-scores "$(COURSE)" --week "$(WEEK)" --results "$(RESULTS)"

##@ For those who teach

release: .venv/ready ## the students' repository and its zip, in dist/ [WEEK="week-12 week-20"] [QUIZ=no] [OUT=dist]
	@$(RUN) release $(foreach week,$(WEEK),--week "$(week)") $(if $(QUIZ),--quiz "$(QUIZ)") \
	  $(if $(OUT),--out "$(OUT)")

classroom50: .venv/ready ## the bundle for Classroom 50, in dist/ [WEEK=week-12]
	@$(RUN) classroom50 $(foreach week,$(WEEK),--week "$(week)")

gradescope: .venv/ready ## Gradescope's autograder zip, in dist/ WEEK=week-12
	@$(RUN) gradescope $(if $(WEEK),--week "$(WEEK)")

nbgrader: .venv/ready-for-nbgrader ## write an nbgrader course COURSE=dir [ROSTER=file]
	@$(RUN) nbgrader "$(COURSE)" $(if $(ROSTER),--roster "$(ROSTER)")

export-quiz: .venv/ready-for-export ## the questions for other systems [WEEK=week-12] [FORMAT=moodle] [OUT=exports]
	@$(RUN) export-quiz $(if $(WEEK),--week "$(WEEK)") $(if $(FORMAT),--format "$(FORMAT)") $(if $(OUT),--out "$(OUT)")

site: .venv/ready-for-site ## the self-study page, in dist/site [OUT=dist]
	@$(RUN) site $(if $(OUT),--out "$(OUT)")

##@ For those who change the workbook

build: .venv/ready ## make starters, notebooks and so on from the solutions [FORCE=1: edited files too, with a copy]
	@$(RUN) build $(if $(filter-out 0 no,$(FORCE)),--force)

audit: .venv/ready ## prove the graders [WEEK=week-12] [TASK=softmax]
	@$(RUN) audit $(WEEK_AND_TASK)

sentences: .venv/ready ## every sentence that a learner may read [WEEK=week-12] [TASK=softmax]
	@$(RUN) sentences $(WEEK_AND_TASK)

test: .venv/ready-for-work ## the project's own tests, the pages in a Chromium too
	@.venv/bin/python -m pytest -n auto --dist loadfile --get-chromium

lint: .venv/ready-for-work ## ruff: style and format
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .

bench: .venv/ready-for-work ## what things cost, as ratios measured in one run [PART="cold watch"] [PEERS=1]
	@.venv/bin/python bench/bench.py $(PART) $(if $(filter-out 0 no,$(PEERS)),peers)

data: ## make data/feedback.json anew
	@$(PYTHON) data/make_feedback.py

.venv/ready: pyproject.toml
	@echo "Setting up .venv (once; torch is large, so this takes a minute or more) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; say which with: make check PYTHON=python3.12")'
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --editable .
	@touch $@

.venv/ready-for-lesson: .venv/ready
	@echo "Installing what the lesson's pictures need (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[lesson]'
	@touch $@

.venv/ready-for-notebooks: .venv/ready
	@echo "Installing what notebooks need (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[notebook]'
	@touch $@

.venv/ready-for-nbgrader: .venv/ready
	@echo "Installing what nbgrader needs (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[nbgrader]'
	@touch $@

.venv/ready-for-export: .venv/ready
	@echo "Installing what the exports need (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[quiz]'
	@touch $@

.venv/ready-for-site: .venv/ready
	@echo "Installing what the page needs (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[site]'
	@touch $@

.venv/ready-for-work: .venv/ready
	@echo "Installing what the project's own tests need (once) ..."
	@.venv/bin/python -m pip install --quiet --editable '.[dev]'
	@touch $@
