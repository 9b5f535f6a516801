/// Bytes that could not be understood, with where.
public struct DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Problem: Hashable, Sendable {
        /// `needed` more bytes were expected and `available` were there.
        case truncated(needed: Int, available: Int)
        /// A fixed value, named here, was expected.
        case mismatch(String)
        /// A value lies outside of what the format allows.
        case invalid(String)
        /// The format is known and this variant of it is not supported.
        case unsupported(String)
    }

    /// The kind of error.
    public var problem: Problem
    /// The offset of the offending byte from the start of the input.
    public var offset: Int

    /// An error at `offset`.
    public init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// The problem in words, with its offset.
    public var description: String {
        let what =
            switch problem {
            case .truncated(let needed, let available): "\(needed) bytes are needed and \(available) are left"
            case .mismatch(let text), .invalid(let text), .unsupported(let text): text
            }
        return "\(what) (at byte \(offset))"
    }
}

/// A place in a run of bytes that reads integers and moves forward; never past the end.
public struct ByteCursor: ~Escapable {
    @usableFromInline let bytes: RawSpan
    /// The bytes read so far.
    public private(set) var offset = 0
    /// Added to ``offset`` in errors: where the span begins in the whole input.
    @usableFromInline let base: Int

    /// A cursor at the start of `bytes`, which begin at byte `base` of the input.
    @_lifetime(copy bytes)
    @inlinable
    public init(_ bytes: RawSpan, base: Int = 0) {
        self.bytes = bytes
        self.base = base
    }

    /// Bytes not yet read.
    @inlinable public var remaining: Int { bytes.byteCount - offset }

    /// Reads an integer in little-endian order.
    /// - Throws: ``DecodeError/Problem/truncated(needed:available:)`` when too few bytes are left.
    public mutating func little<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type = T.self) throws(DecodeError)
        -> T
    {
        T(littleEndian: try load(type))
    }

    /// Reads an integer in big-endian order.
    /// - Throws: ``DecodeError/Problem/truncated(needed:available:)`` when too few bytes are left.
    public mutating func big<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type = T.self) throws(DecodeError) -> T {
        T(bigEndian: try load(type))
    }

    /// Moves forward over `count` bytes.
    /// - Throws: ``DecodeError/Problem/truncated(needed:available:)`` when too few bytes are left.
    public mutating func skip(_ count: Int) throws(DecodeError) {
        try need(count)
        offset += count
    }

    /// Reads `count` bytes as an array.
    /// - Throws: ``DecodeError/Problem/truncated(needed:available:)`` when too few bytes are left.
    public mutating func array(_ count: Int) throws(DecodeError) -> [UInt8] {
        try need(count)
        let start = offset
        offset += count
        return bytes.extracting(start..<offset).withUnsafeBytes { Array($0) }
    }

    private mutating func load<T: BitwiseCopyable>(_ type: T.Type) throws(DecodeError) -> T {
        try need(MemoryLayout<T>.size)
        let value = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
        offset += MemoryLayout<T>.size
        return value
    }

    private func need(_ count: Int) throws(DecodeError) {
        guard count >= 0, count <= remaining else {
            throw DecodeError(.truncated(needed: count, available: remaining), at: base + offset)
        }
    }
}
