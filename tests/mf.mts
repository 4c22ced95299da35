import { startKillableActa } from "#tests/support/killable-acta.ts";
import { processRows, isWorkerd } from "#tests/support/process-rows.ts";
import { readFileSync } from "node:fs";
const cpu = async () => { const rows = (await processRows()).filter(r=>r.parent===process.pid && isWorkerd(r)); return rows.map(r=>{const f=readFileSync(`/proc/${r.pid}/stat`,"utf8").split(" "); return [Number(f[13])/100, Number(f[14])/100]}); };
const a = await startKillableActa("tests/crash/worker.ts", {}, {});
for (let i=0;i<4;i++){ const c=process.cpuUsage(); const t=Date.now(); await a.kill(); await a.start(); const d=process.cpuUsage(c); console.log("restart ms", Date.now()-t, "node", (d.user+d.system)/1e6, "workerd", JSON.stringify(await cpu())); 
 const r=await fetch(a.origin+"/"); console.log("after first request", JSON.stringify(await cpu()));}
await a.stop(); process.exit(0);
