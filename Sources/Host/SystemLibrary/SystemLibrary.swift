// SystemLibrary: the C library of the system, under one name.
// It adds nothing; what a call is for is decided where it is made.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
