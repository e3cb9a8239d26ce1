//! Finds the static library: in the folder CARDAN_LIB_DIR, or in the crate, below `lib`.

use std::env;
use std::path::PathBuf;

/// The folder of a target's library in the crate.
fn folder(target: &str) -> &str {
    match target {
        "thumbv6m-none-eabi" => "cortex-m0plus",
        "thumbv7em-none-eabi" => "cortex-m4/fpv4-sp-d16-softfp",
        "thumbv7em-none-eabihf" => "cortex-m4/fpv4-sp-d16-hard",
        "thumbv8m.main-none-eabihf" => "cortex-m33/fpv5-sp-d16-hard",
        "riscv32imc-unknown-none-elf" => "rv32imc",
        "riscv32imac-unknown-none-elf" => "rv32imac",
        other => other,
    }
}

fn main() {
    println!("cargo:rerun-if-env-changed=CARDAN_LIB_DIR");
    let target = env::var("TARGET").unwrap();
    let bare = target.contains("-none-");
    let library = match (bare, env::var_os("CARGO_FEATURE_VQF"), env::var_os("CARGO_FEATURE_MADGWICK")) {
        (true, Some(_), Some(_)) => panic!("cardan: an archive has one filter: choose the feature vqf or madgwick"),
        (true, Some(_), None) => "cardan-vqf",
        (true, None, Some(_)) => "cardan-madgwick",
        (true, None, None) => "cardan-default",
        (false, ..) => "cardan",
    };
    let given = env::var_os("CARDAN_LIB_DIR").map(PathBuf::from);
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let lib = given.unwrap_or_else(|| root.join("lib").join(folder(&target)));
    let file = lib.join(format!("lib{library}.a"));
    // Documentation needs no library.
    if env::var_os("DOCS_RS").is_none() && !file.exists() {
        panic!("cardan: no {} for {target}: set CARDAN_LIB_DIR to the folder that has lib{library}.a", file.display());
    }
    println!("cargo:rerun-if-changed={}", file.display());
    println!("cargo:rustc-link-search=native={}", lib.display());
    println!("cargo:rustc-link-lib=static={library}");
    let needed: &[&str] = if bare { &[] } else { &["m", "pthread"] };
    for name in needed {
        println!("cargo:rustc-link-lib={name}");
    }
}
