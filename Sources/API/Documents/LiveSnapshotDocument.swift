import Analysis
import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store

extension LiveSnapshotDocument {
    /// Everything as it is now, as far as somebody may see it.
    init(_ gateway: Gateway, _ visibility: Visibility) {
        let pipelines = gateway.pipelines.filter { gateway.sees($0, visibility) }
        self.init()
        now = gateway.configuration.clock.now
        devices = pipelines.map { DeviceStatusDocument($0.status) }
        home = HomeDocument(gateway, visibility)
        for pipeline in pipelines {
            let id = pipeline.status.device.id
            recent[id.rawValue] = Recent(pipeline.history, of: id)
        }
    }
}

extension LiveSnapshotDocument.Recent {
    fileprivate init(_ history: LiveHistory, of device: DeviceID) {
        self.init()
        rates = history.rates.map { TimedValue($0.time, $0.rate) }
        beats = history.beats
        load = history.loads.map { LoadDocument($0, of: device) }
        motion = history.motion.map { epoch in TimedValue(epoch.start, epoch.motion.map { $0.enmo * 1000 }) }
    }
}

extension HomeDocument {
    fileprivate init(_ gateway: Gateway, _ visibility: Visibility) {
        self.init()
        list = DeviceListDocument(gateway, visibility)
        recorders = visibility.isOwner ? gateway.recorders.states.map { RecorderDocument($0) } : []
        recordings = gateway.recorder.open.filter { visibility.sees($0.person) }.map { NightRecordingDocument($0) }
        // A page without its schedules or alerts is better than no page.
        let all = Log.attempt("Schedules could not be read.", gateway.recorder.schedules) ?? []
        schedules = NightScheduleListDocument(all, for: visibility).schedules
        alerts = (Log.attempt("Alerts could not be read.", gateway.alerts.open) ?? [])
            .filter { gateway.sees($0, visibility) }.map { AlertDocument($0) }
        wearers = gateway.wearerRegistry.people.filter { visibility.isOwner || visibility.sees($0.id) }
            .map { WearerDocument($0) }
    }
}
