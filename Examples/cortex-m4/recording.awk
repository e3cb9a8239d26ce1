# Turns the first rows of logs of datasets/ (seconds and SI units) into C. A log begins with an interval of 0:
#   awk -v rows=2000 -f recording.awk LOG... > recording.c
BEGIN { FS = ","; print "#include \"board.h\"\n\n__attribute__((section(\".recording\"))) static const recorded_sample samples[] = {" }
function number(text) { return text == "nan" ? "__builtin_nanf(\"\")" : text "f" }
function vector(first) { return "{" number($first) ", " number($(first + 1)) ", " number($(first + 2)) "}" }
FNR > 1 && FNR <= rows + 1 {
  printf "  {%.6ff, %s, %s, %s},\n", (FNR > 2 ? $1 - time : 0), vector(2), vector(5), vector(8)
  time = $1
}
END {
  print "};\n\nuint32_t recording_count(void) { return sizeof samples / sizeof *samples; }"
  print "recorded_sample recording_sample(uint32_t index) { return samples[index]; }"
}
