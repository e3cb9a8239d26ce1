/// What the first bytes of a file say of it.
enum FileSignature: Equatable {
  case hdf5
  case text
  /// An array of NumPy, `.npy`.
  case numPyArray
  /// Several of them, `.npz`; or another zip archive.
  case archive
  /// Something else, with what to do about it.
  case unreadable(String)

  /// Looks at the first bytes.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    func begins(with signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if begins(with: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .hdf5
    } else if begins(with: [0x1f, 0x8b]) {
      self = .unreadable("is compressed with gzip; unpack it, or pipe it in: zcat FILE | cardan fuse -")
    } else if begins(with: NumPyHeader.signature) {
      self = .numPyArray
    } else if begins(with: [0x50, 0x4b, 0x03, 0x04]) {
      self = .archive
    } else if begins(with: [0xff, 0xfe]) || begins(with: [0xfe, 0xff]) {
      self = .unreadable("is text in UTF-16; save it as UTF-8")
    } else if bytes.prefix(4096).contains(where: { $0 < 9 || ($0 > 13 && $0 < 32) }) {
      self = .unreadable("is not a recording that is known: neither text nor HDF5 (BROAD) nor NumPy")
    } else {
      self = .text
    }
  }
}
