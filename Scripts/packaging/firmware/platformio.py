# Chooses the archive by the options of the board's compiler. Another filter than `default`: custom_cardan_filter = vqf in platformio.ini.
import os

Import("env")

# Of an older board package the options may be in CCFLAGS alone.
options = [str(option) for name in ("CCFLAGS", "LINKFLAGS", "BUILD_FLAGS") for option in env.Flatten(env.get(name, []))]


def option(name):
    return next((text[len(name) + 1:] for text in options if text.startswith(name + "=")), "")


processor = option("-mcpu")
if option("-march").startswith("rv32im"):
    processor = "rv32imac" if "a" in option("-march")[6:].split("_")[0] else "rv32imc"
elif option("-mfloat-abi") in ("hard", "softfp"):
    processor += "/" + option("-mfpu") + "-" + option("-mfloat-abi")

project = globals().get("projenv", env)
name = env.GetProjectOption("custom_cardan_filter", "default")
folder = os.path.join(env.Dir(".").srcnode().abspath, "src", processor)
if not processor or not os.path.exists(os.path.join(folder, "libcardan-%s.a" % name)):
    env.Exit("Cardan has no archive of the filter '%s' for this board: %s" % (name, processor or "no -mcpu and no -march=rv32im..."))
for environment in (env, DefaultEnvironment()):
    environment.Append(LIBPATH=[folder], LIBS=["cardan-" + name, "m"])
