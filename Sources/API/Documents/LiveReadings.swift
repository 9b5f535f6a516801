import Analysis
import Documents
import Gateway
import Recordings
import Signals

extension HeartDocument {
    init(_ reading: HeartReading, of device: DeviceID) {
        self.init()
        (self.device, time) = (device.rawValue, reading.time)
        (rate, reason) = (reading.window.heartRate.value, reading.window.heartRate.reason)
        deviceRate = reading.deviceRate
        (rmssd, sdnn) = (reading.window.rmssd.value, reading.window.sdnn.value)
        (beats, contact) = (reading.beats, reading.contact)
    }
}

extension RelabelDocument {
    init(_ beats: [Beat], of device: DeviceID) {
        self.init()
        (self.device, self.beats) = (device.rawValue, beats)
    }
}

extension LoadDocument {
    init(_ reading: LoadReading, of device: DeviceID) {
        let trust = reading.trust
        self.init()
        (self.device, time) = (device.rawValue, reading.time)
        (load, loadTime) = (reading.load, reading.loadTime)
        (state, isStateHeld) = (reading.state.map { State($0) }, reading.isHeld)
        (confidence, p) = (reading.confidence.value, reading.p)
        heartRateLoad = reading.heartRateLoad
        (believed, believedBecause) = (Belief(trust.figure), trust.reason)
        rate = EstimateDocument(reading.heartRate, unit: "/min")
        rmssd = EstimateDocument(reading.rmssd, unit: "ms")
        sdnn = EstimateDocument(reading.sdnn, unit: "ms")
        motion = reading.motion
        (isStale, isMuted, isRefused) = (reading.isStale, reading.isMuted, reading.isRefused)
        (isAssessment, reasons) = (reading.isAssessment, reading.reasons)
        method = MethodDocument(reading.method)
    }
}

extension LoadDocument.State {
    fileprivate init(_ state: LoadReading.State) {
        self =
            switch state {
            case .underload: .underload
            case .optimal: .optimal
            case .overload: .overload
            }
    }
}

extension LoadDocument.Belief {
    fileprivate init(_ figure: LoadTrust.Figure) {
        self =
            switch figure {
            case .index: .index
            case .heartRate: .heartRate
            case .neither: .neither
            }
    }
}

extension MotionDocument {
    init(_ epoch: Epoch, of device: DeviceID) {
        self.init()
        (self.device, time) = (device.rawValue, epoch.start)
        (enmo, mad) = (epoch.motion.map { $0.enmo * 1000 }, epoch.motion.map { $0.mad * 1000 })
        (angle, samples) = (epoch.motion?.angleZ, epoch.motion?.samples)
    }
}
