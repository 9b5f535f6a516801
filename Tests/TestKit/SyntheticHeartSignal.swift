import Foundation

/// An electrocardiogram and a pulse drawn from bells, with beats at known places.
package struct SyntheticHeartSignal: Sendable {
    /// The electrocardiogram, in mV.
    package private(set) var signal: [Double] = []
    /// Light that goes down with each pulse, as a reflective sensor counts it.
    package private(set) var light: [Double] = []
    /// R peaks, in samples.
    package private(set) var beats: [Double] = []

    /// A drawing of some seconds at a rate of samples a second; the beats breathe about 0.85 s.
    package init(seconds: Double, rate: Double) {
        var time = 0.4
        var times: [Double] = []
        while time < seconds - 0.7 {
            times.append(time)
            time += 0.85 + 0.06 * sin(2 * .pi * 0.22 * time)
        }
        beats = times.map { $0 * rate }
        func bell(_ offset: Double, _ width: Double) -> Double { exp(-offset * offset / (2 * width * width)) }
        var nearest = 0
        for index in 0..<Int(seconds * rate) {
            let now = Double(index) / rate
            while nearest + 1 < times.count, abs(times[nearest + 1] - now) < abs(times[nearest] - now) { nearest += 1 }
            var value = 0.05 * sin(2 * .pi * 0.3 * now)
            var drop = 0.2 * sin(2 * .pi * 0.2 * now)
            for beat in max(0, nearest - 1)...min(times.count - 1, nearest + 1) {
                let offset = now - times[beat]
                value += 0.12 * bell(offset + 0.16, 0.025) - 0.1 * bell(offset + 0.03, 0.01) + bell(offset, 0.011)
                value += -0.2 * bell(offset - 0.03, 0.012) + 0.25 * bell(offset - 0.28, 0.05)
                drop += bell(offset - 0.25, offset < 0.25 ? 0.06 : 0.14) + 0.2 * bell(offset - 0.5, 0.06)
            }
            signal.append(value)
            light.append(30_000 - 900 * drop)
        }
    }
}
