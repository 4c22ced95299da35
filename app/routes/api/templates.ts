import * as savedFields from "#app/contracts/endpoints/saved-fields.ts";
import * as templateLinks from "#app/contracts/endpoints/template-links.ts";
import * as templates from "#app/contracts/endpoints/templates.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { createTemplate, duplicateTemplate } from "#app/server/templates/create-template.ts";
import { switchTemplate } from "#app/server/account/switch-template.ts";
import { deleteTemplate, readUsage } from "#app/server/templates/delete-template.ts";
import { exportTemplate, importTemplate } from "#app/server/templates/export-template.ts";
import { listTemplates, readTemplate } from "#app/server/templates/list-templates.ts";
import { previewTemplate } from "#app/server/templates/preview-template.ts";
import { rewriteSeveral } from "#app/server/meetings/rewrite-several.ts";
import { applyField, createField, deleteField, listSavedFields, saveField } from "#app/server/templates/save-field.ts";
import { listVersions, readVersion, restoreVersion, saveTemplate } from "#app/server/templates/save-template.ts";
import { copyShared, createShare, listShares, revokeShare } from "#app/server/templates/share-template.ts";
import { shareWithTeam, takeFromTeam } from "#app/server/templates/team-template.ts";

/** Templates, their links, and saved fields. */
export const templateRoutes: readonly ApiRoute[] = [
  apiRoute(templates.rewriteSeveral, ({ services, actor, body }) => rewriteSeveral(services, actor, body)),
  apiRoute(templates.listTemplates, async ({ services, actor, request }) =>
    ok(await listTemplates(services, actor, await localeOf(request))),
  ),
  apiRoute(templates.createTemplate, ({ services, actor, body }) => createTemplate(services, actor, body)),
  apiRoute(templates.importTemplate, ({ services, actor, body }) => importTemplate(services, actor, body)),
  apiRoute(templateLinks.copySharedTemplate, ({ services, actor, body }) => copyShared(services, actor, body)),
  apiRoute(templates.previewTemplate, async ({ services, actor, body, request }) =>
    previewTemplate(services, actor, { ...body, locale: await localeOf(request), signal: request.signal }),
  ),
  apiRoute(templates.readTemplate, async ({ params, services, actor, request }) =>
    readTemplate(services, actor, { id: params.templateId, locale: await localeOf(request) }),
  ),
  apiRoute(templates.saveTemplate, ({ params, services, actor, body }) =>
    saveTemplate(services, actor, { ...params, ...body }),
  ),
  apiRoute(templates.deleteTemplate, ({ params, services, actor }) =>
    deleteTemplate(services, actor, params.templateId),
  ),
  apiRoute(templates.duplicateTemplate, async ({ params, services, actor, body, request }) =>
    duplicateTemplate(services, actor, { ...params, ...body, locale: await localeOf(request) }),
  ),
  apiRoute(templates.readTemplateUsage, ({ params, services, actor }) => readUsage(services, actor, params.templateId)),
  apiRoute(templates.switchTemplate, ({ params, services, actor, body }) =>
    switchTemplate(services, actor, { ...params, ...body }),
  ),
  apiRoute(templates.listTemplateVersions, ({ params, services, actor }) =>
    listVersions(services, actor, params.templateId),
  ),
  apiRoute(templates.readTemplateVersion, ({ params, services, actor }) => readVersion(services, actor, params)),
  apiRoute(templates.restoreTemplateVersion, ({ params, services, actor, body }) =>
    restoreVersion(services, actor, { ...params, ...body }),
  ),
  apiRoute(templates.exportTemplate, async ({ params, services, actor, request }) => {
    const file = await exportTemplate(services, actor, { id: params.templateId, locale: await localeOf(request) });
    return sendFile(request, file);
  }),
  apiRoute(templateLinks.listTemplateShares, ({ params, services, actor }) =>
    listShares(services, actor, params.templateId),
  ),
  apiRoute(templateLinks.createTemplateShare, ({ params, services, actor }) =>
    createShare(services, actor, params.templateId),
  ),
  apiRoute(templateLinks.revokeTemplateShare, ({ params, services, actor }) => revokeShare(services, actor, params)),
  apiRoute(templateLinks.shareTemplateWithTeam, async ({ params, services, actor, request }) =>
    shareWithTeam(services, actor, { ...params, locale: await localeOf(request) }),
  ),
  apiRoute(templateLinks.takeTemplateFromTeam, ({ params, services, actor }) =>
    takeFromTeam(services, actor, params.templateId),
  ),
  apiRoute(savedFields.listSavedFields, async ({ services, actor }) => ok(await listSavedFields(services, actor))),
  apiRoute(savedFields.createSavedField, ({ services, actor, body }) => createField(services, actor, body)),
  apiRoute(savedFields.saveSavedField, ({ params, services, actor, body }) =>
    saveField(services, actor, { ...params, ...body }),
  ),
  apiRoute(savedFields.deleteSavedField, ({ params, services, actor }) => deleteField(services, actor, params.fieldId)),
  apiRoute(savedFields.applySavedField, ({ params, services, actor, body }) =>
    applyField(services, actor, { ...params, ...body }),
  ),
];
