import Signals

extension FrameDecoder {
    /// Decodes `count` integers that nothing must be checked of.
    @inline(__always)
    static func run(
        _ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int, _ count: Int, _ values: inout [Float]
    ) {
        let start = values.count
        values.append(contentsOf: repeatElement(0, count: count))
        values.withUnsafeMutableBufferPointer { buffer in
            guard let target = buffer.baseAddress?.advanced(by: start) else { return }
            bytes.withUnsafeBytes { source in
                guard let source = source.baseAddress?.advanced(by: offset) else { return }
                switch (operation.width, operation.isSigned, operation.isBigEndian) {
                case (1, false, _): convert(UInt8.self, operation, source, count, target)
                case (1, true, _): convert(Int8.self, operation, source, count, target)
                case (2, false, false): convert(UInt16.self, operation, source, count, target)
                case (2, true, false): convert(Int16.self, operation, source, count, target)
                case (4, true, false): convert(Int32.self, operation, source, count, target)
                default:
                    for index in 0..<count {
                        let place = offset + index * operation.width
                        target[index] = value(integer(operation, bytes, place), operation)
                    }
                }
            }
        }
    }

    @inline(__always)
    static func convert<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type, _ operation: FrameOperation, _ source: UnsafeRawPointer, _ count: Int,
        _ target: UnsafeMutablePointer<Float>
    ) {
        func raw(_ index: Int) -> T {
            source.loadUnaligned(fromByteOffset: index &* MemoryLayout<T>.size, as: type)
        }
        let offset = Int32(truncatingIfNeeded: operation.offset)
        let numerator = Float(operation.numerator)
        let denominator = Float(operation.denominator)
        switch operation.kernel {
        case .identity: for index in 0..<count { target[index] = Float(raw(index)) }
        case .multiply:
            for index in 0..<count {
                target[index] = Float(Int32(truncatingIfNeeded: raw(index)) &+ offset) * numerator
            }
        case .divide:
            for index in 0..<count {
                target[index] = Float(Int32(truncatingIfNeeded: raw(index)) &+ offset) * numerator / denominator
            }
        case .double: for index in 0..<count { target[index] = value(Int64(raw(index)), operation) }
        }
    }
}
