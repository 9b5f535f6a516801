import CMicroHTTPD
import Glibc

/// What the first line of a request may be, and whether its head is written as it must be.
///
/// The library is lenient (it takes bare line ends, folded lines, bytes of zero and blanks before the colon), and what
/// two readers read differently can hide a request in another one. Where it has no more room for arguments it does not
/// answer at all.
enum RequestLine {
    /// Bytes of an address at most.
    static let longest = 8000
    /// Arguments of an address at most.
    static let mostArguments = 100

    /// What is known of an address before the rest of the head, as it stands in the slot of the request.
    struct Note {
        /// The address's length in bytes.
        var size: Int
        var isTooLong: Bool
        var hasBlank: Bool

        init(size: Int, isTooLong: Bool, hasBlank: Bool) {
            (self.size, self.isTooLong, self.hasBlank) = (size, isTooLong, hasBlank)
        }

        /// The note in a slot; nil where an exchange is. Objects lie at even places.
        init?(_ slot: UnsafeMutableRawPointer?) {
            let bits = UInt(bitPattern: slot)
            guard bits & 1 == 1 else { return nil }
            self.init(size: Int(bits >> 3), isTooLong: bits & 2 != 0, hasBlank: bits & 4 != 0)
        }

        var slot: UnsafeMutableRawPointer? {
            UnsafeMutableRawPointer(bitPattern: UInt(size) << 3 | (hasBlank ? 4 : 0) | (isTooLong ? 2 : 0) | 1)
        }
    }

    /// The fault of a head; nil when it is valid (RFC 9112 sections 2.2, 5 and 5.2).
    static func fault(
        _ connection: OpaquePointer, _ note: Note, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> HTTPProblem? {
        if note.isTooLong { return .longAddress }
        if note.hasBlank { return .malformed("The address may have no blank in it; write it as %20.") }
        return switch nj_mhd_head_fault(connection, method, note.size, version) {
        case 0: nil
        case 1: .malformed("A line of the head must end with CR LF and have no other control character.")
        case 2: .malformed("A field may not go on in the next line.")
        default: .malformed("A field has a name of letters, digits and -, directly before its colon.")
        }
    }
}

/// Called with the first line's address before the library reads its arguments.
func checkAddress(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let address else { return nil }
    let size = strlen(address)
    let hasBlank = strchr(address, Int32(UInt8(ascii: " "))) != nil
    let isLong = nj_mhd_limit_arguments(address, RequestLine.longest, RequestLine.mostArguments) != 0
    return RequestLine.Note(size: size, isTooLong: isLong, hasBlank: hasBlank).slot
}
