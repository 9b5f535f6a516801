import Documents
import Gateway
import Signals

extension RecorderDocument {
    /// A recorder on a cable as it goes over the wire.
    init(_ recorder: CableRecorderState) {
        let reading = recorder.reading
        self.init()
        (id, state, message) = (recorder.id, recorder.phase.rawValue, recorder.message)
        (number, battery) = (reading?.number, reading?.batteryPercent)
        (clockOffset, clockDrift) = (reading?.clockOffset, reading?.clockDrift)
        isDownloaded = recorder.copy != nil
        if let reading, let bytes = reading.recordingBytes, bytes > 0 {
            var recording = Recording()
            (recording.bytes, recording.start) = (bytes, reading.recordingStart)
            self.recording = recording
        }
        if let done = recorder.done, let total = recorder.total {
            var download = Download()
            (download.bytes, download.total, download.secondsLeft) = (done, total, recorder.secondsLeft)
            self.download = download
        }
        if let reading {
            var next = Plan()
            (next.rate, next.range) = (reading.rate, reading.range)
            (next.start, next.session) = (reading.start, reading.session)
            self.next = next
        }
        remarks = reading?.remarks ?? []
    }
}
