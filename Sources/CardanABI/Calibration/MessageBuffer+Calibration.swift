#if !hasFeature(Embedded)
  import CCardan

  extension MessageBuffer {
    /// Makes something of a file of `cardan calibrate` that is in memory, or says what is wrong with it.
    func reading(
      _ json: UnsafePointer<CChar>, _ length: Int, _ read: ([UInt8]) throws(CalibrationReader.Problem) -> cardan_status
    ) -> cardan_status {
      guard length >= 0 else { return write("the length is wrong", for: CARDAN_BAD_ARGUMENT) }
      return reading([UInt8](UnsafeRawBufferPointer(start: json, count: length)), read)
    }

    /// The same with a file on disk.
    func readingFile(
      at path: UnsafePointer<CChar>, _ read: ([UInt8]) throws(CalibrationReader.Problem) -> cardan_status
    ) -> cardan_status {
      guard let bytes = FileContent.bytes(at: path) else {
        return write("\(String(cString: path)): cannot be read", for: CARDAN_UNREADABLE)
      }
      return reading(bytes, read)
    }

    private func reading(
      _ bytes: [UInt8], _ read: ([UInt8]) throws(CalibrationReader.Problem) -> cardan_status
    ) -> cardan_status {
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
