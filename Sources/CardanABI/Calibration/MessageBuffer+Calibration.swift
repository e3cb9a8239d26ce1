#if !hasFeature(Embedded)
  import CCardan

  extension MessageBuffer {
    /// Makes something of the bytes of a file of `cardan calibrate`.
    typealias Reading = (UnsafeRawBufferPointer) throws(CalibrationReader.Problem) -> cardan_status

    /// Makes something of a file of `cardan calibrate` that is in memory, or says what is wrong with it.
    func reading(_ json: UnsafePointer<CChar>, _ length: Int, _ read: Reading) -> cardan_status {
      guard length >= 0 else { return write("the length is wrong", for: CARDAN_BAD_ARGUMENT) }
      return reading(UnsafeRawBufferPointer(start: json, count: length), read)
    }

    /// The same with a file on disk.
    func readingFile(at path: UnsafePointer<CChar>, _ read: Reading) -> cardan_status {
      guard let file = FileContent(at: path) else {
        return write("\(String(cString: path)): cannot be read", for: CARDAN_UNREADABLE)
      }
      return reading(file.bytes, read)
    }

    private func reading(_ bytes: UnsafeRawBufferPointer, _ read: Reading) -> cardan_status {
      do throws(CalibrationReader.Problem) {
        return try read(bytes)
      } catch {
        switch error {
        case .format(let text): return write(text, for: CARDAN_BAD_FORMAT)
        case .version(let text): return write(text, for: CARDAN_WRONG_VERSION)
        case .matrix(let text): return write(text, for: CARDAN_BAD_CALIBRATION)
        }
      }
    }
  }
#endif
