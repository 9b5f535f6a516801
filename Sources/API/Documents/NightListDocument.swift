import Documents
import Gateway
import Signals
import Store

extension NightListDocument.Entry {
    init(_ entry: NightEntry) {
        let (night, device) = (entry.night, entry.device)
        self.init()
        (date, self.device) = (night.date, night.device.rawValue)
        deviceName = "\(device.identity.maker) \(device.identity.model)"
        wearer = entry.wearer?.name
        isSynthetic = night.isSynthetic
        source = night.recording == nil ? .live : .import
        hasSleepPeriod = night.hasSleepPeriod
        others = entry.others
        (totalSleep, efficiency, confidence) = (night.totalSleepTime, night.sleepEfficiency, night.confidence)
    }
}
