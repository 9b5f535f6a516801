/// Room for numbers that keeps its place, for products to read and write; zeros at first.
final class FloatBuffer {
    private let numbers: UnsafeMutableBufferPointer<Float>

    /// - Parameter count: how many numbers.
    init(_ count: Int) {
        numbers = .allocate(capacity: count)
        numbers.initialize(repeating: 0)
    }

    deinit { numbers.deallocate() }

    /// Where `count` numbers from `offset` on begin; all of them must be there.
    func place(_ offset: Int, _ count: Int) -> UnsafeMutablePointer<Float> {
        precondition(offset >= 0 && count > 0 && offset + count <= numbers.count)
        return UnsafeMutableBufferPointer(rebasing: numbers[offset..<(offset + count)]).baseAddress.unsafelyUnwrapped
    }

    subscript(_ index: Int) -> Float {
        get { numbers[index] }
        set { numbers[index] = newValue }
    }
}
