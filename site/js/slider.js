// What the explorer's sliders share.

/** Shows a slider's value beside its name, and fills its track up to there. */
export function showValue(slider, text) {
  const { min, max, value } = slider;
  slider.previousElementSibling.value = text;
  slider.style.setProperty("--at", `${(100 * (value - min)) / (max - min)}%`);
}
