/// How a device is used over USB.
package struct USBAccess: Hashable, Sendable {
    /// The transport that bytes come over.
    package enum Transport: Hashable, Sendable {
        /// A serial line with these settings.
        case serial(SerialLine)
        /// Reports of a human interface device; each input report is a frame or a piece of one.
        case hid(reportBytes: Int)
    }

    /// A serial line.
    package struct SerialLine: Hashable, Sendable {
        /// The parity bit of each byte.
        package enum Parity: String, Hashable, Sendable, CaseIterable { case none, odd, even }

        /// Bits per second.
        package var baud: Int
        /// Bits per byte.
        package var dataBits = 8
        /// The parity bit of each byte.
        package var parity = Parity.none
        /// Stop bits.
        package var stopBits = 1
        /// The DTR line: the host is ready.
        package var dtr = true
        /// The RTS line: the host asks to send.
        package var rts = true
        /// How long the bridge may hold bytes back, in milliseconds; nil for its default.
        package var latencyMilliseconds: Int?
    }

    /// The transport that bytes come over.
    package var transport: Transport
    /// Writes that start the device, in order, once the line is open.
    package var start: [ProfileWrite] = []
    /// Written in order before it is closed; never empty when ``start`` is not.
    package var stop: [ProfileWrite] = []
    /// How frames are delimited in the stream of bytes.
    package var framing: StreamFraming
    /// The frames that may come, of which the first fits whose ``FrameFormat/starts`` holds.
    package var frames: [String]
    /// After how many seconds without a frame the device counts as silent; nil for one that may be silent.
    package var silenceSeconds: Int?
}

/// Where one frame ends and the next begins in a stream of bytes.
package enum StreamFraming: Hashable, Sendable {
    /// Frames end with a byte, which is not part of them; empty ones do not count.
    case line(end: UInt8, maximum: Int)
    /// Frames have one length and are known by bytes in them.
    case fixed(length: Int, sync: [BytePattern])
    /// Frames tell their length: `length` bytes at `lengthOffset`, little-endian, plus `added` for what it leaves out.
    case prefixed(sync: [BytePattern], lengthOffset: Int, lengthBytes: Int, added: Int, maximum: Int)
    /// Frames end with a zero and are stuffed so that they hold none (Consistent Overhead Byte Stuffing).
    case cobs(maximum: Int)
    /// Each report or transfer is one frame.
    case whole
}

extension StreamFraming {
    /// Whether nothing in the bytes shows where a frame begins.
    var isBlind: Bool {
        switch self {
        case .fixed(_, let sync), .prefixed(let sync, _, _, _, _): sync.isEmpty
        case .line, .cobs, .whole: false
        }
    }

    /// Whether the checksum of so long a frame may have to be computed anew for each byte that is passed over.
    var isLongAndBlind: Bool {
        switch self {
        case .fixed(let length, _): isBlind && length > Self.longestBlind
        case .prefixed(_, _, _, _, let maximum): isBlind && maximum > Self.longestBlind
        case .line, .cobs, .whole: false
        }
    }

    /// The longest frame whose beginning the checksum alone may show, in bytes.
    static let longestBlind = 256
}
