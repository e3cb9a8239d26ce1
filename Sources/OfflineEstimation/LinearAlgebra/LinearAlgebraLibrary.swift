import CLAPACKE

/// LAPACKE, which solves the systems of equations of this module and is loaded when it is first needed. Where it is missing,
/// what needs it ends the program with status 127, as the system's loader does: who has files open asks first.
public enum LinearAlgebraLibrary {
  /// Why it cannot be loaded, in the words of the system; nil where it is there. Loads it.
  public static var problem: String? { cardan_lapacke_missing().map { String(cString: $0) } }
}
