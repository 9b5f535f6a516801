import Signals

/// The fixed fields of a data sector of 512 bytes.
struct CWASector {
    /// Bytes in a sector.
    static let size = 512
    /// Bytes in it for samples.
    static let sampleBytes = 480
    /// The offset of the samples.
    static let sampleOffset = 30
    /// `AX` and the length of what follows.
    static let signature: UInt32 = 0x01FC_5841
    /// `GY`: angular velocity in sectors of its own, of early development firmware only.
    static let gyroscopeSignature: UInt32 = 0x01FC_5947

    /// The offset of the sector in the file.
    var offset: Int
    /// Low half of the device's number, in sectors without fraction of a second.
    var device: UInt16?
    var session: UInt32
    /// Counts from 0 at every start of the recorder. Never used to place samples.
    var sequence: UInt32
    /// The recorder's clock in nanoseconds since 1970 by its own clock; nil when the stamp is no date.
    var time: Int64?
    /// Whether ``time`` has a fraction of a second.
    var isFractional: Bool
    /// How many of the sector's samples, counted from its first, had been taken at ``time``.
    var taken: Int
    /// The number of samples.
    var count: Int
    var layout: CWALayout
    var rateCode: UInt8
    /// Bits 10 to 15: angular range code, then acceleration scale code; bits 0 to 9: light.
    var scaleAndLight: UInt16
    var temperature: UInt16
    var events: UInt8
    var battery: UInt8

    /// Reads a sector that lies at byte `offset` of the file.
    /// - Throws: `DecodeError`: `.invalid` for the checksum, others for what cannot be a sector.
    init(_ bytes: RawSpan, at offset: Int, dialect: CWADialect) throws(DecodeError) {
        guard bytes.byteCount >= Self.size else {
            throw DecodeError(.truncated(needed: Self.size, available: bytes.byteCount), at: offset)
        }
        // All offsets below lie in the 512 bytes just checked.
        func word<T: FixedWidthInteger & BitwiseCopyable>(_ at: Int, _ type: T.Type) -> T {
            T(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: type))
        }
        guard word(0, UInt32.self) == Self.signature else {
            throw DecodeError(.mismatch("no sector begins here"), at: offset)
        }
        let code = word(24, UInt8.self)
        guard code == 0 && dialect.isVeryOld || Self.checksum(bytes) == 0 else {
            throw DecodeError(.invalid("the checksum does not fit"), at: offset)
        }
        guard let packing = CWALayout.Packing(rawValue: word(25, UInt8.self)) else {
            throw DecodeError(
                .unsupported("sample packing 0x\(String(word(25, UInt8.self), radix: 16))"), at: offset + 25)
        }
        let offsetField = Int(word(26, Int16.self))
        if code == 0 {
            guard (1...3200).contains(offsetField) else {
                throw DecodeError(.unsupported("a rate of \(offsetField) Hz"), at: offset + 26)
            }
            layout = CWALayout(packing: packing, hertz: Double(offsetField), wholeHertz: offsetField)
        } else {
            let rate = CWARate(code: code)
            layout = CWALayout(packing: packing, hertz: rate.hertz, wholeHertz: rate.wholeHertz)
        }
        count = Int(word(28, UInt16.self))
        guard count > 0, count <= layout.capacity else {
            throw DecodeError(.unsupported("\(count) samples in one sector"), at: offset + 28)
        }
        self.offset = offset
        rateCode = code
        session = word(6, UInt32.self)
        sequence = word(10, UInt32.self)
        scaleAndLight = word(18, UInt16.self)
        temperature = word(20, UInt16.self)
        events = word(22, UInt8.self)
        battery = word(23, UInt8.self)
        let second = CWAPackedTime(rawValue: word(14, UInt32.self)).nanoseconds
        let field = word(4, UInt16.self)
        isFractional = code != 0 && dialect.hasFraction && field & 0x8000 != 0
        device = isFractional ? nil : field
        if isFractional {
            // The firmware wrote the offset back to the whole second for readers that know of no fraction, in its own
            // integer arithmetic: undo that.
            let fraction = Int(field & 0x7FFF) << 1
            taken = offsetField + ((fraction * layout.wholeHertz) >> 16)
            time = second.map { $0 + ((Int64(fraction) * 1_000_000_000) >> 16) }
        } else {
            taken = code == 0 ? 1 : offsetField
            time = second
        }
    }

    /// The sum of all words, which is 0 in a sound sector.
    static func checksum(_ bytes: RawSpan) -> UInt16 {
        bytes.withUnsafeBytes { buffer in
            var sum: UInt16 = 0
            for index in 0..<(size / 2) {
                sum &+= UInt16(littleEndian: buffer.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
            }
            return sum
        }
    }

    /// The g of one step of a raw value: 1/256 unless the scale code says finer or coarser.
    var accelerationScale: Float { 1 / Float(256 << (scaleAndLight >> 13)) }
    /// The degrees per second of one step of a raw value.
    var angularScale: Float {
        let code = scaleAndLight >> 10 & 7
        return (code == 0 ? 2000 : 8000 / Float(1 << code)) / 32768
    }
    /// Nanoseconds between samples at the configured rate.
    var nominalPeriod: Double { 1e9 / layout.hertz }
}
