import CXML
import Signals

/// Reads XML of others, node by node, with libxml2: nothing is fetched, no entity is expanded, and what is broken ends it.
struct XMLReader: ~Copyable {
    /// What is read next.
    enum Node: Equatable {
        case open(String, isEmpty: Bool)
        case close(String)
        case text(String)
        /// A reference such as `&nbsp;`, by its name.
        case entity(String)
    }

    private let reader: OpaquePointer
    private let functions: nj_xml_functions
    // libxml2 reads from these while the reader lives.
    private let bytes: UnsafeMutableBufferPointer<CChar>

    /// Opens a text.
    /// - Throws: `Failure` when libxml2 is not installed.
    init(_ content: [UInt8]) throws {
        bytes = .allocate(capacity: max(1, content.count))
        for (index, byte) in content.enumerated() { bytes[index] = CChar(bitPattern: byte) }
        // RECOVER, NOERROR, NOWARNING, NONET, NOCDATA.
        let options: Int32 = 1 | 32 | 64 | 2048 | 16384
        guard let reader = nj_xml_open(bytes.baseAddress, Int32(clamping: content.count), options) else {
            bytes.deallocate()
            throw Failure(.failed, "EPUB files need libxml2; install it: `apt-get install libxml2`.")
        }
        self.reader = reader
        functions = nj_xml_lookup()
    }

    deinit {
        nj_xml_close(reader)
        bytes.deallocate()
    }

    /// The next node; nil at the end, and where the text is damaged beyond reading.
    mutating func next() -> Node? {
        while functions.read(reader) == 1 {
            switch functions.type(reader) {
            case 1: return .open(name, isEmpty: functions.is_empty(reader) == 1)
            case 15: return .close(name)
            case 3, 4, 13, 14: return .text(functions.value(reader).map { String(cString: $0) } ?? "")
            case 5: return .entity(name)
            default: continue
            }
        }
        return nil
    }

    /// The value of an attribute of the element that was opened; nil when it has none.
    func attribute(_ name: String) -> String? {
        guard let value = functions.attribute(reader, name) else { return nil }
        defer { nj_xml_free(value) }
        return String(cString: value)
    }

    private var name: String { functions.name(reader).map { String(cString: $0) } ?? "" }
}
