/// A filter run forwards and backwards, so that nothing is delayed, over a stretch of any length in bounded memory.
///
/// The ends of the stretch are continued by their own mirror image turned around the end value (as SciPy's
/// `sosfiltfilt`). In between, the way back begins 60 s ahead of what is given out, where for corners from 0.2 Hz up
/// the error left is below 10⁻¹² of the signal.
struct ZeroPhase {
    private let padding: Int
    private let block: Int
    private let ahead: Int
    private let design: Butterworth
    private var forward: Cascade
    /// Samples before the filter runs, while the stretch is shorter than the padding.
    private var waiting: [SIMD4<Double>] = []
    /// The last raw samples, for the edge at the end.
    private var tail: [SIMD4<Double>] = []
    /// Samples filtered forwards, not yet backwards.
    private var buffer: [SIMD4<Double>] = []
    private var isRunning = false

    /// The filter for samples at `rate` per second.
    init(_ design: Butterworth, rate: Double) {
        self.design = design
        forward = Cascade(design)
        // Three times the length of the filter, as SciPy counts it: a section of first order is shorter by one.
        let short = design.sections.count(where: { $0.b2 == 0 && $0.a2 == 0 })
        padding = 3 * (2 * design.sections.count + 1 - short)
        block = max(256, Int(120 * rate))
        ahead = max(128, Int(60 * rate))
    }

    /// Takes samples and hands on what is finished, in order.
    mutating func add(
        _ samples: UnsafeBufferPointer<SIMD4<Double>>, to sink: (UnsafeBufferPointer<SIMD4<Double>>) -> Void
    ) {
        guard isRunning else {
            waiting += samples
            if waiting.count > padding { start() }
            return
        }
        push(samples)
        if buffer.count >= block + ahead { giveOut(block, to: sink) }
    }

    /// Ends the stretch: hands on what is left. A stretch no longer than the padding gives nothing.
    mutating func finish(to sink: (UnsafeBufferPointer<SIMD4<Double>>) -> Void) {
        if isRunning, let last = tail.last {
            let mirrored = (1...padding).map { 2 * last - tail[tail.count - 1 - $0] }
            let real = buffer.count
            mirrored.withUnsafeBufferPointer { push($0) }
            giveOut(real, to: sink)
        }
        self = ZeroPhase(copying: self)
    }

    private init(copying other: ZeroPhase) {
        (design, padding, block, ahead) = (other.design, other.padding, other.block, other.ahead)
        forward = Cascade(design)
    }

    private mutating func start() {
        isRunning = true
        let first = waiting[0]
        var mirrored = (1...padding).reversed().map { 2 * first - waiting[$0] }
        forward.settle(on: mirrored[0])
        mirrored.withUnsafeMutableBufferPointer { forward.run($0) }
        let early = waiting
        waiting = []
        early.withUnsafeBufferPointer { push($0) }
    }

    private mutating func push(_ samples: UnsafeBufferPointer<SIMD4<Double>>) {
        let old = buffer.count
        buffer += samples
        buffer.withUnsafeMutableBufferPointer { forward.run(UnsafeMutableBufferPointer(rebasing: $0[old...])) }
        tail += samples.suffix(padding + 1)
        tail.removeFirst(max(0, tail.count - padding - 1))
    }

    private mutating func giveOut(_ count: Int, to sink: (UnsafeBufferPointer<SIMD4<Double>>) -> Void) {
        var turned = buffer
        var backward = Cascade(design)
        if let last = turned.last { backward.settle(on: last) }
        turned.withUnsafeMutableBufferPointer { backward.runBack($0) }
        turned.withUnsafeBufferPointer { sink(UnsafeBufferPointer(rebasing: $0[..<count])) }
        buffer.removeFirst(count)
    }
}
